"""The local App Store's page in Chromium: the exit code tells whether all is as it should be.

    check_page.py BINARY REPOSITORY [FOLDER FOR PICTURES]
"""

import http.server
import os
import shutil
import sys
import tempfile
import threading
import time

from playwright.sync_api import sync_playwright

from processes import Both

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"


class Failed(Exception):
    pass


class Page:
    """A page of Chromium that keeps every complaint of the browser."""

    def __init__(self, browser, url, **context):
        self.context = browser.new_context(**context)
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.complaints = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.url = url

    def _hear(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def open(self, path="/"):
        self.page.goto(self.url + path)

    def press(self, name, within="body", exact=True):
        """Presses the button of this name, and waits for the page after it."""
        with self.page.expect_navigation():
            self.page.locator(within).get_by_role("button", name=name, exact=exact).first.click()

    def text(self, selector):
        return self.page.locator(selector).first.inner_text()

    def bars(self):
        return self.page.locator("svg .bar").evaluate_all(
            "bars => bars.map(bar => bar.getAttribute('class').split(' ')[1])")

    def notes(self):
        return self.page.locator(".note").all_inner_texts()

    def verdict(self):
        return self.text(".verdict")

    def expect(self, what, is_so):
        if not is_so:
            raise Failed(f"{what}; notes: {self.notes()}, bars: {self.bars()}")

    def expect_agreement(self):
        self.expect("our ledger agrees", self.verdict() == "✓ Our ledger agrees.")
        self.expect("nothing is marked as different", self.page.locator(".differs").count() == 0)


def cancel(page):
    page.press("Cancel")
    page.press("Cancel the subscription")


def customer_is_won_back(page):
    page.open()
    page.expect("a newcomer is told what to press", "Add a customer" in page.text("main"))
    page.page.get_by_label("Name of a new customer").fill("ada")
    page.press("Add")
    page.press("Buy: pro_yearly")
    page.expect("the purchase is a bar", page.bars() == ["paid"])
    page.expect("and a dot", page.page.locator("svg .dot").count() == 1)
    title = page.page.locator("svg .dot title").text_content()
    page.expect("whose title names it", title.startswith("SUBSCRIBED INITIAL_BUY, 5 Jan 2026, 10:00"))
    page.expect("with its attempts", title.endswith("1 attempt: SUCCESS"))
    page.expect_agreement()
    page.press("Cancel")
    page.expect("our server is asked first; the example has no message", "shows no message" in page.text(".sheet"))
    page.press("Keep the subscription")
    page.expect("nothing is shown any more", page.page.locator(".sheet").count() == 0)
    cancel(page)
    page.expect_agreement()
    page.press("Promotional loyalty_20: pro_yearly")
    page.expect("our server signed the offer", any("OFFER_REDEEMED" in n for n in page.notes()))
    page.expect_agreement()
    cancel(page)
    page.press("To the next event")
    page.expect("it has ended", "expired" in page.text("h2 .state"))
    page.press("1 month")
    page.press("1 month")
    page.expect_agreement()
    before = page.page.locator("svg").first.evaluate("line => line.outerHTML")
    page.press("Win-back winback_6m: pro_yearly")
    page.expect("the customer is won back", page.bars() == ["paid", "offer"])
    after = page.page.locator("svg").first.evaluate("line => line.outerHTML")
    page.expect("the time line has changed", before != after)
    page.expect_agreement()


def card_fails_and_money_is_given_back(page):
    page.press("Card fails")
    page.press("To the next event")
    page.expect("the grace period is a bar", page.bars() == ["paid", "offer", "grace"])
    page.expect_agreement()
    page.press("To the next event")
    page.expect("and billing retry is one", page.bars()[2:] == ["grace", "retry"])
    page.press("Card works again")
    page.expect("it was charged again", "active" in page.text("h2 .state"))
    page.press("1 week")
    page.press("Refund", within=".deeds")
    page.expect("the refund is a bar", page.bars()[-3:].count("revoked") == 1)
    page.expect("access has ended", "revoked" in page.text("h2 .state"))
    page.expect_agreement()


def refusal_is_shown(page):
    page.page.get_by_label("Name of a new customer").fill("ada")
    page.press("Add")
    page.expect("the refusal says what to do", any(
        "choose another id" in note for note in page.page.locator("#new .note").all_inner_texts()))
    page.page.get_by_label("Name of a new customer").fill("<script>alert(1)</script>")
    page.press("Add")
    page.expect("a name is text", page.text("h1") == "<script>alert(1)</script>")
    page.open("/?customer=ada")


def lost_notification_is_red(page):
    """Without our server."""
    page.open("/?customer=ada")
    page.expect("a stopped server is a difference", "does not answer now" in page.verdict())
    page.press("Buy: pro_yearly")
    page.expect("the attempt is on the page", any("NO_RESPONSE" in note for note in page.notes()))
    page.expect("and its dot is hollow", page.page.locator("svg .dot.lost").count() == 1)


def ledger_lags_behind(page):
    """After our server has come back."""
    end = time.monotonic() + 15
    page.open("/?customer=ada")
    while "does not answer" in page.verdict() and time.monotonic() < end:
        page.open("/?customer=ada")
    page.expect("the ledger differs", page.verdict().startswith("✗ Our ledger differs in"))
    cells = page.page.locator("td.differs")
    page.expect("every difference says so", cells.count() > 0 and all(
        "differs" in text for text in cells.all_inner_texts()))
    red, green, blue = (int(part) for part in cells.first.evaluate(
        "cell => getComputedStyle(cell).color").removeprefix("rgb(").removesuffix(")").split(","))
    page.expect("and is red", red > 150 > green and red > 150 > blue)


def it_is_usable(page):
    names = page.page.locator("button, input:not([type=hidden]), select, textarea").evaluate_all(
        "all => all.filter(e => !(e.textContent.trim() || e.labels?.length || e.ariaLabel)).map(e => e.outerHTML)")
    page.expect(f"every control has a name: {names}", names == [])
    page.page.keyboard.press("Tab")
    page.expect("the first stop is the way to the customer", page.page.evaluate(
        "document.activeElement.textContent") == "Skip to the customer")


def it_fits_a_phone(page):
    page.open("/?customer=ada")
    wide = page.page.locator("body *").evaluate_all(
        "all => all.filter(e => e.getBoundingClientRect().right > 360.5 && !e.closest('.skip'))"
        ".map(e => e.outerHTML.slice(0, 80))")
    width = page.page.evaluate("document.scrollingElement.scrollWidth")
    page.expect(f"nothing is wider than a phone: {width}, {wide}", width <= 360)


def other_site_cannot_press(browser, url):
    """A page of another origin sends the form, with a token that it cannot know, and frames the page."""
    html = f"""<!DOCTYPE html><iframe src="{url}/"></iframe>
      <form method="post" action="{url}/press"><input name="button" value="new">
      <input name="id" value="mallory"><input name="token" value="{'0' * 64}"><button>Win</button></form>"""

    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_):
            pass

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    page = Page(browser, f"http://localhost:{site.server_port}")
    try:
        page.open()
        framed = [frame for frame in page.page.frames[1:] if "Customers" in frame.content()]
        page.expect("the page is shown in no frame", framed == [])
        with page.page.expect_navigation() as navigation:
            page.page.get_by_role("button", name="Win").click()
        page.expect("the form is refused", navigation.value.status == 403)
    finally:
        site.shutdown()
    page = Page(browser, url)
    page.open()
    page.expect("and nothing has happened", "mallory" not in page.text("nav"))


def browser_signs_in(browser, both):
    token = "a token of this check"
    url, store = both.guarded_store(token)
    with store:
        page = Page(browser, url)
        page.open()
        page.expect("a stranger is asked for the token", "asks for its token" in page.text("main"))
        page.page.get_by_label("Token").fill(token)
        page.press("Sign in")
        page.expect("the token opens the page", "Add a customer" in page.text("main"))
        page.page.get_by_label("Name of a new customer").fill("ada")
        page.press("Add")
        page.expect("and its buttons", page.text("h1") == "ada")
        page.expect("and is not in the address", "token" not in page.page.url)
        page.press("Sign out")
        page.expect("until it is given back", "asks for its token" in page.text("main"))


def picture(page, folder, name, whole=True):
    if folder:
        os.makedirs(folder, exist_ok=True)
        page.page.screenshot(path=f"{folder}/{name}.png", full_page=whole)


def check(browser, both, pictures):
    page = Page(browser, both.store_url, viewport={"width": 1280, "height": 900})
    narrow = Page(browser, both.store_url, viewport={"width": 360, "height": 740})
    dark = Page(browser, both.store_url, viewport={"width": 1280, "height": 900}, color_scheme="dark")
    try:
        with both.server():
            page.open()
            picture(page, pictures, "empty")
            customer_is_won_back(page)
            picture(page, pictures, "won-back")
            card_fails_and_money_is_given_back(page)
            refusal_is_shown(page)
            it_is_usable(page)
        lost_notification_is_red(page)
        with both.server():
            ledger_lags_behind(page)
            picture(page, pictures, "light")
            dark.open("/?customer=ada")
            picture(dark, pictures, "dark")
            it_fits_a_phone(narrow)
            picture(narrow, pictures, "narrow", whole=False)
            narrow.page.locator("main section").first.scroll_into_view_if_needed()
            picture(narrow, pictures, "narrow-customer", whole=False)
        other_site_cannot_press(browser, both.store_url)
        browser_signs_in(browser, both)
        complaints = [c for p in (page, narrow, dark) for c in p.complaints]
        page.expect(f"the browser complains of nothing: {complaints}", complaints == [])
    except Exception:
        path = os.path.join(tempfile.gettempdir(), "app-store-page.png")
        page.page.screenshot(path=path, full_page=True)
        print(f"the page at the failure: {path}", file=sys.stderr)
        raise


def main(binary, root, pictures=None):
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        # Chromium's own sandbox needs rights that a container may not give.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        both = Both(os.path.abspath(binary), root, folder)
        try:
            with both.store():
                check(browser, both, pictures)
        except Failed as failure:
            print(f"error: not so: {failure}", file=sys.stderr)
            return 1
        finally:
            browser.close()
    print(f"the page of the local App Store: pressed in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
