"""Makes docs/pictures/start.png, desk.png and layout.png: the desk as a browser shows it.

python -m tests.tools.desk_picture
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests import pages

PICTURES = pages.DOCS / "pictures"
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
WIDE, HIGH = 1280, 860


def save(page: Page, name: str) -> None:
    """Saves what the page shows, once its pictures are there."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    shown = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    shown.quantize(256).save(PICTURES / name, optimize=True)


def main() -> None:
    command = [sys.executable, "-m", "cardgen", "desk", "--no-browser"]
    home = Path(tempfile.mkdtemp())
    (home / "games").mkdir()
    environment = {**os.environ, "HOME": str(home), "PYTHONPATH": str(pages.DOCS.parent)}
    desk = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=home / "games", env=environment)
    try:
        assert desk.stdout
        address = desk.stdout.readline().split()[-1]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
            page.goto(address)
            page.wait_for_selector("main img")
            save(page, "start.png")
            desk_page = f"{address.partition('?')[0]}#/king_lui/base/en"
            page.goto(f"{desk_page}/see")
            page.wait_for_selector(".faces img")
            save(page, "desk.png")
            page.goto(f"{desk_page}/layout/face/ham/1/front")
            page.locator('.field-list .name[data-key="name"]').click()
            save(page, "layout.png")
            browser.close()
    finally:
        desk.terminate()
        desk.wait(10)
        shutil.rmtree(home)


if __name__ == "__main__":
    main()
