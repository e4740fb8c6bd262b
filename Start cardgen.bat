@echo off
rem Starts cardgen on Windows with a double click: the first time it makes the environment, then it opens the desk.
setlocal
cd /d "%~dp0"
if exist .venv\started goto start
if exist .venv\ready goto start

set "python="
for %%p in ("py -3" "python") do (
  if not defined python (
    %%~p -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul && set "python=%%~p"
  )
)
if not defined python (
  echo.
  echo cardgen needs Python 3.11 or newer, and this computer has none, or an older one.
  echo Get it from https://www.python.org/downloads/ and start this file again.
  goto failed
)
echo This is the first start. cardgen prepares itself, which takes a minute or two.
echo 1 of 2: making a place for its parts ...
%python% -m venv .venv
if errorlevel 1 (
  echo.
  echo Python could not make the environment. Install Python again from https://www.python.org/downloads/
  goto clean
)
echo 2 of 2: fetching its parts from the network ...
.venv\Scripts\python -m pip install --quiet --disable-pip-version-check --editable ".[desk]"
if errorlevel 1 (
  echo.
  echo cardgen could not fetch its parts. Is this computer connected to the network?
  echo Start this file again once it is.
  goto clean
)
type nul > .venv\started

:start
echo The desk opens in your browser. Close this window when you have finished.
.venv\Scripts\cardgen desk %*
if errorlevel 1 goto failed
exit /b 0

:clean
rmdir /s /q .venv
:failed
echo.
pause
exit /b 1
