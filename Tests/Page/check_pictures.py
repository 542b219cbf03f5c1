"""The pictures of the example app in Chromium: the exit code tells whether all is as it should be.

    check_pictures.py BINARY REPOSITORY FOLDER-FOR-PICTURES

Compares each paywall with its picture in Tests/Page/Pictures, which RECORD_PICTURES=1 writes anew.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import product

from PIL import Image, ImageChops
from playwright.sync_api import sync_playwright

from accessibility import violations

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
PAYWALLS = ["standard", "standard-trial", "lite", "team-wall", "come-back-wall", "gift-wall", "toggle"]
LOOKS = list(product(["narrow", "wide"], ["light", "dark"], ["usual", "large"]))
# A pixel differs by more than this of 255, and no more than this share of pixels may: fonts are smoothed
# differently by each version of Chromium.
DIFFERENCE, SHARE = 48, .01

# Texts that stick out of the phone at a side.
OUTSIDE = r"""() => {
  const glass = document.querySelector('.glass').getBoundingClientRect();
  const out = [];
  for (const e of document.querySelectorAll('.glass *')) {
    for (const n of e.childNodes) {
      if (n.nodeType !== 3 || !n.data.trim() || !e.getClientRects().length) continue;
      const range = document.createRange();
      range.selectNodeContents(n);
      for (const r of range.getClientRects())
        if (r.left < glass.left - 1 || r.right > glass.right + 1) { out.push(n.data.trim()); break; }
    }
  }
  return out;
}"""


class Failed(Exception):
    pass


def expect(what, is_so):
    if not is_so:
        raise Failed(what)


def prepare(root, folder):
    """The example app, with a paywall of the style 'toggle' and a language from right to left."""
    for part in ("Paywalls", "Experiments"):
        shutil.copytree(f"{root}/{part}", f"{folder}/{part}")
    with open(f"{folder}/Paywalls/team-wall.yaml") as file:
        text = file.read()
    with open(f"{folder}/Paywalls/toggle.yaml", "w") as file:
        file.write(text.replace("style: columns", "style: toggle"))
    app = f"{folder}/Paywalls/store/app.yaml"
    with open(app) as file:
        text = file.read()
    with open(app, "w") as file:
        file.write(re.sub(r"(?m)^(locales: \[.*)\]", r"\1, ar]", text))


def draw(binary, folder, paywall, locale, path):
    subprocess.run(
        [binary, "picture", paywall, "--locale", locale, "--country", "US", "--at", "2026-12-01T12:00Z",
         "--html", path, "--config", folder], check=True, capture_output=True)


def phones(page, path, name):
    """All looks of a picture, side by side."""
    page.goto(f"file://{path}")
    shots = []
    for look in LOOKS:
        for choice in look:
            page.check(f"#{choice}")
        outside = page.evaluate(OUTSIDE)
        expect(f"{name}, {' '.join(look)}: no text sticks out: {outside}", outside == [])
        shot = f"{path}.png"
        page.locator(".phone").screenshot(path=shot)
        shots.append(Image.open(shot).convert("RGB").copy())
    for colours in ("light", "dark"):
        page.check(f"#{colours}")
        found = violations(page)
        expect(f"{name}, {colours}: axe-core finds nothing: {found}", found == [])
    sheet = Image.new("RGB", (sum(shot.width for shot in shots), max(shot.height for shot in shots)), "white")
    left = 0
    for shot in shots:
        sheet.paste(shot, (left, 0))
        left += shot.width
    return sheet


def compare(sheet, golden, name, pictures):
    path = f"{golden}/{name}.png"
    if os.environ.get("RECORD_PICTURES"):
        sheet.quantize(64).save(path, optimize=True)
        return
    expect(f"{path} is there; RECORD_PICTURES=1 writes it", os.path.exists(path))
    known = Image.open(path).convert("RGB")
    sheet.save(f"{pictures}/{name}.png")
    expect(f"{name} has the size of its picture", known.size == sheet.size)
    difference = ImageChops.difference(known, sheet).convert("L").point(lambda value: 255 * (value > DIFFERENCE))
    share = difference.histogram()[255] / (sheet.width * sheet.height)
    expect(f"{pictures}/{name}.png looks like {path}: {share:.2%} of it differs", share <= SHARE)


def check(browser, binary, folder, golden, pictures):
    page = browser.new_page(viewport={"width": 1200, "height": 1100}, device_scale_factor=.5)
    for name, locale in [(paywall, "en") for paywall in PAYWALLS] + [("standard", "de"), ("team-wall", "ar")]:
        path = f"{folder}/{name}-{locale}.html"
        draw(binary, folder, name, locale, path)
        compare(phones(page, path, f"{name} {locale}"), golden, f"{name}-{locale}", pictures)
    subprocess.run(
        [binary, "picture", "onboarding", "--out", f"{folder}/sheet", "--config", folder], check=True,
        capture_output=True)
    page.goto(f"file://{folder}/sheet/index.html")
    found = violations(page)
    expect(f"the sheet: axe-core finds nothing: {found}", found == [])


def main(binary, root, pictures):
    began = time.monotonic()
    os.makedirs(pictures, exist_ok=True)
    golden = f"{root}/Tests/Page/Pictures"
    os.makedirs(golden, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        prepare(root, folder)
        # Chromium's own sandbox needs rights that a container may not give.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            check(browser, os.path.abspath(binary), folder, golden, pictures)
        except Failed as failure:
            print(f"error: not so: {failure}", file=sys.stderr)
            return 1
        finally:
            browser.close()
    print(f"the pictures of the example app: looked at in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
