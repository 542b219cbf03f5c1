"""Measures the widths of characters in Chromium, and writes them as the table that 'paywall check' fits texts by.

    measure_widths.py REPOSITORY

Inter is measured (Debian's package fonts-inter), whose widths are close to those of San Francisco on Apple's
systems. Needs chromium, and playwright as .ci/results installs it.
"""

import shutil
import subprocess
import sys
import textwrap

from playwright.sync_api import sync_playwright

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
TABLE = "Sources/CatalogFiles/Fitting/CharacterWidths+table.swift"
WEIGHTS = [400, 700]
# Latin, Greek, Cyrillic, punctuation, signs of currencies.
RANGES = [(0x20, 0x7E), (0xA0, 0x17F), (0x384, 0x3CE), (0x400, 0x45F), (0x2010, 0x2027), (0x20A0, 0x20BF)]

MEASURE = """([weight, first, last]) => {
  const context = document.createElement('canvas').getContext('2d');
  context.font = `${weight} 1000px Inter`;
  return [...Array(last - first + 1).keys()].map(n => Math.round(context.measureText(String.fromCodePoint(first + n)).width));
}"""


def version_of(package):
    return subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Version}", package], check=True, capture_output=True, text=True).stdout


def lines(page):
    for weight in WEIGHTS:
        for first, last in RANGES:
            widths = page.evaluate(MEASURE, [weight, first, last])
            yield textwrap.fill(
                f"{weight} {first:04X} " + " ".join(map(str, widths)), 96,
                initial_indent="    ", subsequent_indent="    ").replace("\n", " \\\n")


def main(root):
    font = version_of("fonts-inter")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        table = "\n".join(lines(page))
        version = browser.version
        browser.close()
    with open(f"{root}/{TABLE}", "w") as file:
        file.write(f'''extension CharacterWidths {{
  /// Made by `Tests/Page/measure_widths.py`: Inter {font} in Chromium {version}. A line has a
  /// weight, the first character, and the widths from it on, in thousandths of the size.
  static let table = """
{table}
    """
}}
''')


if __name__ == "__main__":
    main(*sys.argv[1:])
