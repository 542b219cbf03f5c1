"""What axe-core finds on a page."""

from axe_playwright_python.sync_playwright import Axe

# WCAG 2.2, A and AA.
OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
}


def violations(page):
    """A line for each rule that the page breaks, with its first places."""
    # A link that skips covers others while it has the focus.
    page.evaluate("document.activeElement?.blur()")
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [f"{rule['id']} at {[node['target'] for node in rule['nodes']][:3]}" for rule in found]
