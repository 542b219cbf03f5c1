"""The pages of results in Chromium: the exit code tells whether all is as it should be.

    check_results.py BINARY REPOSITORY FOLDER-FOR-PICTURES
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from playwright.sync_api import sync_playwright

from accessibility import violations
from processes import free_port, running

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
EXPERIMENT = "annual-trial"
VISITORS = 600

# Every text whose contrast with what is behind it is less than 4.5, and how many texts were measured.
CONTRAST = r"""() => {
  const part = v => { v /= 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; };
  const light = c => .2126 * part(c[0]) + .7152 * part(c[1]) + .0722 * part(c[2]);
  const numbers = text => text.match(/[\d.]+/g).map(Number);
  const weak = []; let measured = 0;
  for (const e of document.querySelectorAll('body *')) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    if (e.closest('.hidden, .skip') || !e.getClientRects().length) continue;
    const style = getComputedStyle(e);
    const color = numbers(e instanceof SVGElement ? style.fill : style.color);
    let ground = [255, 255, 255];
    for (let b = e; b; b = b.parentElement) {
      const c = numbers(getComputedStyle(b).backgroundColor);
      if (c.length < 4 || c[3] > 0) { ground = c; break; }
    }
    const [a, b] = [light(color), light(ground)];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    measured += 1;
    if (ratio < 4.5) weak.push(`${e.textContent.trim().slice(0, 40)}: ${ratio.toFixed(2)}`);
  }
  return [measured, weak];
}"""

# The eight questions that one screenshot answers.
QUESTIONS = [
    "Who is ahead?", "By how much, how sure?", "Is something broken?", "When is it final?",
    "May I stop it?", "What do guardrails say?", "Who was left out?", "Where do numbers come from?",
]


class Failed(Exception):
    pass


def expect(what, is_so):
    if not is_so:
        raise Failed(what)


def make_keys(binary, folder):
    """Keys of a folder, by role."""
    keys = {}
    lines = ["keys:"]
    for role in ("client", "admin"):
        made = subprocess.run(
            [binary, "key", "create", "--role", role], check=True, capture_output=True, text=True).stdout
        keys[role] = re.search(rf"pw_{role}_[0-9a-f]*", made).group()
        lines.append(re.search(rf"^ *{role}: .*$", made, re.MULTILINE).group())
    with open(f"{folder}/Paywalls/store/keys.yaml", "w") as file:
        file.write("\n".join(lines) + "\n")
    return keys


def call(url, path, key, body=None):
    request = urllib.request.Request(
        url + path, data=json.dumps(body).encode() if body is not None else None,
        headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def show_paywalls(url, key):
    """Visitors are shown their variant, and tell so. The number of those in the experiment."""
    count = 0
    for number in range(VISITORS):
        who = {"userId": f"person-{number}", "country": "GB"}
        decision = call(url, f"/v1/placements/onboarding?userId={who['userId']}&country=GB", key)
        seen = decision.get("experiment")
        if decision["reason"] != "experiment" or seen["id"] != EXPERIMENT:
            continue
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        answer = call(url, "/v1/exposures", key, {"attributes": who, "exposures": [
            {"id": f"e{number}", "experiment": EXPERIMENT, "variant": seen["variant"],
             "phase": seen["phase"], "placement": "onboarding", "at": now}]})
        expect("an exposure is recorded", answer["exposures"][0]["outcome"] == "recorded")
        count += 1
    return count


class Reader:
    """A browser that keeps every complaint."""

    def __init__(self, browser, url, **context):
        self.context = browser.new_context(**context)
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.url = url
        self.complaints = []
        self.page.on("console", lambda message: self.complaints.append(message.text)
                     if message.type in ("error", "warning") and "status of 401" not in message.text else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, path):
        return self.page.goto(self.url + path)

    def sign_in(self, key):
        self.page.get_by_label("Key", exact=True).fill(key)
        with self.page.expect_navigation() as navigation:
            self.page.get_by_role("button", name="Sign in").click()
        return navigation.value

    def picture(self, folder, name):
        os.makedirs(folder, exist_ok=True)
        self.page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def sign_in_is_guarded(reader, keys):
    response = reader.open(f"/results/{EXPERIMENT}")
    expect("a stranger gets no page", response.status == 401)
    expect("and is asked for a key", reader.page.get_by_label("Key", exact=True).count() == 1)
    expect("no number is shown", EXPERIMENT not in reader.page.locator("main").inner_text())
    for wrong in ("pw_admin_0", "pw_admin_1"):
        expect("a wrong key is refused", reader.sign_in(wrong).status == 401)
        expect("and it is said", "No key of this server" in reader.page.get_by_role("alert").inner_text())
    expect("a client's key is refused", reader.sign_in(keys["client"]).status == 401)
    expect("no cookie was set", reader.context.cookies() == [])
    response = reader.sign_in(keys["admin"])
    expect("an admin's key leads to the experiment",
           response.status == 200 and reader.page.url.endswith(f"/results/{EXPERIMENT}"))
    cookie, = reader.context.cookies()
    expect("the cookie is out of reach of scripts and other sites",
           cookie["httpOnly"] and cookie["sameSite"] == "Strict")
    expect("and holds no key", keys["admin"] not in cookie["value"])
    expect("it ends", 0 < cookie["expires"] - time.time() <= 12 * 3600 + 60)


def page_is_safe(reader):
    response = reader.open(f"/results/{EXPERIMENT}")
    headers = response.headers
    policy = headers["content-security-policy"]
    expect(f"no script can run: {policy}",
           "default-src 'none'" in policy and "script-src" not in policy and "unsafe" not in policy)
    expect("no frame shows it", "frame-ancestors 'none'" in policy)
    expect("nothing keeps it", headers["cache-control"] == "no-store")
    expect("it has no script", reader.page.locator("script").count() == 0)
    loaded = reader.page.evaluate("performance.getEntriesByType('resource').length")
    expect("it loads nothing else", loaded == 0)


def page_answers(reader, persons):
    page = reader.page
    for question in QUESTIONS:
        answer = page.locator(".answers > div", has_text=question).locator("dd").inner_text()
        expect(f"'{question}' is answered", len(answer.strip()) > 1)
    verdict = page.locator("#verdict .word").inner_text()
    expect(f"after a minute the verdict is to wait: {verdict}", verdict == "Wait")
    # "No one: all 140 people count", or "2 people (1%) of 140 people; reasons below".
    left_out = page.locator(".answers > div", has_text="Who was left out?").locator("dd").inner_text()
    people = int(re.findall(r"([\d,]+) p", left_out)[-1].replace(",", ""))
    expect(f"{people} people are counted, and {persons} were shown it", people == persons)


def page_has_roles(reader):
    page = reader.page
    expect("one heading names the page", page.locator("h1").count() == 1)
    headings = page.locator("h2").all_inner_texts()
    for wanted in ("Health", "Goal:", "Funnel", "Guardrails", "Where these numbers come from"):
        expect(f"there is a section '{wanted}'", any(wanted in heading for heading in headings))
    regions = page.get_by_role("region").count()
    expect(f"sections are regions with names: {regions}", regions >= 6)
    nameless = page.locator("svg:not(svg svg):not([aria-hidden])").evaluate_all(
        "all => all.filter(e => e.getAttribute('role') !== 'img' || !e.getAttribute('aria-label')).length")
    expect("every picture has words", nameless == 0)
    loose = page.locator("table").evaluate_all(
        "all => all.flatMap(t => [...t.querySelectorAll('th')]).filter(th => !th.scope).length")
    expect("every heading of a table says what it heads", loose == 0)
    ids = page.locator("[id]").evaluate_all("all => all.map(e => e.id)")
    expect(f"ids are unique: {ids}", len(ids) == len(set(ids)))
    page.keyboard.press("Tab")
    expect("the first stop skips to the verdict",
           page.evaluate("document.activeElement.textContent") == "Skip to the verdict")


def looks_right(reader, folder, name, texts=40):
    measured, weak = reader.page.evaluate(CONTRAST)
    expect(f"many texts are measured: {measured}", measured >= texts)
    expect(f"{name}: contrast is 4.5 and more: {weak}", weak == [])
    width, window = reader.page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    expect(f"{name}: nothing is wider than the window: {width} in {window}", width <= window)
    found = violations(reader.page)
    expect(f"{name}: axe-core finds nothing: {found}", found == [])
    reader.picture(folder, name)


def variants_are_shown(reader):
    page = reader.page
    expect("the hypothesis is said", "Hypothesis: A free week" in page.locator("section", has=page.locator("#variants")).inner_text())
    phones = page.locator(".phone")
    expect(f"each variant has a phone: {phones.count()}", phones.count() == 2)
    box = phones.first.bounding_box()
    expect(f"it is drawn as a phone: {box}", 180 < box["width"] < 230 and 400 < box["height"] < 440)
    hero = page.locator(".hero").first
    expect("with its image", hero.evaluate("e => getComputedStyle(e).backgroundImage").startswith('url("data:image/'))
    expect("what differs is said", "now sells 'pro_yearly_trial'" in page.locator(".sheet thead").inner_text())
    # The page's own bars keep their shape.
    bars = page.locator("rect.bar").evaluate_all("all => all.map(e => getComputedStyle(e).height)")
    expect(f"no style of the phone leaks: {bars}", set(bars) <= {"16px"})
    with page.expect_navigation() as navigation:
        page.locator(".sheet a").last.click()
    expect("and leads to its page", navigation.value.status == 200 and "variant=trial" in page.url)


def makes_a_token(reader, url, keys):
    page = reader.page
    reader.open("/preview/onboarding")
    page.get_by_role("link", name="A token for a tester's phone").click()
    page.get_by_label("What the phone shows").select_option("annual-trial/trial")
    with page.expect_navigation() as navigation:
        page.get_by_role("button", name="Make the token").click()
    expect("a token is made", navigation.value.status == 200)
    token = page.get_by_label("The token").inner_text().strip()
    shown = call(url, "/v1/placements/onboarding", keys["client"],
                 {"attributes": {"userId": "tester", "country": "US"}, "preview": token})
    expect("and shows the variant", shown["experiment"]["variant"] == "trial" and shown["reason"] == "forced")


def sign_out_ends_it(reader):
    cookies = reader.context.cookies()
    reader.open("/results")
    expect("the list has the experiment", reader.page.get_by_role("link").filter(
        has_text="free week").count() == 1)
    with reader.page.expect_navigation() as navigation:
        reader.page.get_by_role("button", name="Sign out").click()
    expect("a key is asked for again", navigation.value.status == 401)
    reader.context.add_cookies(cookies)
    expect("the old cookie opens nothing", reader.open("/results").status == 401)


def foreign_form_is_refused(url, key):
    request = urllib.request.Request(
        url + "/sign-in", data=f"key={key}".encode(), headers={
            "Content-Type": "application/x-www-form-urlencoded", "Origin": "https://evil.example"})
    try:
        urllib.request.urlopen(request, timeout=10)
        raise Failed("a form of another site was taken")
    except urllib.error.HTTPError as error:
        expect("a form of another site is refused", error.code == 403)
        expect("and sets no cookie", error.headers.get("Set-Cookie") is None)


def programs_read_the_same(url, keys):
    report = call(url, f"/v1/experiments/{EXPERIMENT}/results", keys["admin"])
    expect("the verdict is in JSON", report["verdict"]["decision"] == "wait")
    try:
        call(url, f"/v1/experiments/{EXPERIMENT}/results", keys["client"])
        raise Failed("a client's key reads results")
    except urllib.error.HTTPError as error:
        expect("a client's key is refused", error.code == 403)


def check(browser, binary, folder, pictures):
    keys = make_keys(binary, folder)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [binary, "serve", "--config", folder, "--port", str(port), "--state-dir", f"{folder}/.paywall"]
    with running(command, f"{url}/health/ready", f"{folder}/server.log"):
        persons = show_paywalls(url, keys["client"])
        expect(f"visitors are in the experiment: {persons}", persons > 50)
        light = Reader(browser, url, viewport={"width": 1200, "height": 900})
        sign_in_is_guarded(light, keys)
        page_is_safe(light)
        page_answers(light, persons)
        page_has_roles(light)
        looks_right(light, pictures, "results-light")
        variants_are_shown(light)
        makes_a_token(light, url, keys)
        looks_right(light, pictures, "token", texts=8)
        state = light.context.storage_state()
        dark = Reader(browser, url, viewport={"width": 1200, "height": 900}, color_scheme="dark", storage_state=state)
        phone = Reader(browser, url, viewport={"width": 360, "height": 740}, storage_state=state)
        for reader, name in ((dark, "results-dark"), (phone, "results-phone")):
            reader.open(f"/results/{EXPERIMENT}")
            looks_right(reader, pictures, name)
        for reader, name in ((light, "light"), (dark, "dark"), (phone, "phone")):
            reader.open("/revenue")
            looks_right(reader, pictures, f"revenue-{name}", texts=8)
        light.open("/results")
        light.picture(pictures, "results-list")
        programs_read_the_same(url, keys)
        foreign_form_is_refused(url, keys["admin"])
        sign_out_ends_it(light)
        complaints = [c for reader in (light, dark, phone) for c in reader.complaints]
        expect(f"the browser complains of nothing: {complaints}", complaints == [])


def main(binary, root, pictures):
    began = time.monotonic()
    binary = os.path.abspath(binary)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for part in ("Paywalls", "Experiments"):
            shutil.copytree(f"{root}/{part}", f"{folder}/{part}")
        # Chromium's own sandbox needs rights that a container may not give.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            check(browser, binary, folder, pictures)
        except Failed as failure:
            print(f"error: not so: {failure}", file=sys.stderr)
            return 1
        finally:
            browser.close()
    print(f"the pages of results: read in {time.monotonic() - began:.0f} s; pictures are in {pictures}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
