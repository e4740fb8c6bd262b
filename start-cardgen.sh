#!/bin/sh
# Starts cardgen without a terminal: the first time it makes the environment, then it opens the desk in your browser.
# Double-click it, or type: sh start-cardgen.sh
cd "$(dirname "$0")" || exit 1

stop() {
  printf '\n%s\n' "$@"
  if [ -t 0 ]; then printf '\nPress Enter to close this window. '; read -r _; fi
  exit 1
}

if [ ! -e .venv/started ] && [ ! -e .venv/ready ]; then
  python='' old=''
  for each in python3 python3.13 python3.12 python3.11 python; do
    command -v "$each" >/dev/null 2>&1 || continue
    if "$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$each; break; fi
    old=${old:-$("$each" -V 2>&1)}
  done
  if [ -z "$python" ] && [ -n "$old" ]; then
    stop "cardgen needs Python 3.11 or newer. This computer has $old." \
      'Get a newer Python from https://www.python.org/downloads/ and start this file again.'
  elif [ -z "$python" ]; then
    stop 'cardgen needs Python 3.11 or newer, and this computer has no Python.' \
      'Get it from https://www.python.org/downloads/ and start this file again.'
  fi
  echo 'This is the first start. cardgen prepares itself, which takes a minute or two.'
  echo '1 of 2: making a place for its parts ...'
  if ! "$python" -m venv .venv; then
    rm -rf .venv
    stop 'Python could not make the environment.' \
      'On Debian and Ubuntu, install the package python3-venv, and start this file again.'
  fi
  echo '2 of 2: fetching its parts from the network ...'
  if ! .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[desk]'; then
    rm -rf .venv
    stop 'cardgen could not fetch its parts. Is this computer connected to the network?' \
      'Start this file again once it is.'
  fi
  touch .venv/started
fi

echo 'The desk opens in your browser. Close this window when you have finished.'
.venv/bin/cardgen desk "$@" || stop 'The desk has ended with the message above.'
