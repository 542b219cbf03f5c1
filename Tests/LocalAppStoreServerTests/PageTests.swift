import AsyncHTTPClient
import Foundation
import HTTPDocuments
import LocalAppStore
import LocalAppStoreClient
import NIOCore
import NIOHTTP1
import PaywallAPI
import PaywallCatalog
import PaywallServer

@testable import LocalAppStoreServer
import Testing

/// A browser as far as the page needs one: it says where a form was, and follows a redirection.
struct Browser: Sendable {
  let client: HTTPClient
  let url: String
  var headers: [(String, String)] = []

  struct Answer {
    var status: UInt
    var body: String
    var headers: HTTPHeaders
  }

  func get(_ path: String = "/") async throws -> Answer { try await send(.GET, path, nil, headers) }

  /// Sends a form. Its `token` is that of the page, unless one is given; an empty one is left out.
  func post(
    _ members: [(String, String)], to path: String = "/press",
    headers own: [(String, String)]? = nil
  ) async throws -> Answer {
    var members = members
    if !members.contains(where: { $0.0 == "token" }) {
      members.append(("token", try await token()))
    }
    members.removeAll { $0.0 == "token" && $0.1.isEmpty }
    let body = members.map { "\($0.0.inQuery)=\($0.1.inQuery)" }.joined(separator: "&")
    return try await send(
      .POST, path, body,
      headers + (own ?? [("Origin", url)])
        + [("Content-Type", "application/x-www-form-urlencoded")])
  }

  /// Presses a button, and returns the page that it leads to.
  func press(_ button: String, _ members: [(String, String)]) async throws -> String {
    let answer = try await post([("button", button)] + members)
    #expect(answer.status == 303, "\(answer.body)")
    let location = try #require(answer.headers.first(name: "Location"))
    return try await get(String(location.prefix { $0 != "#" })).body
  }

  func token() async throws -> String {
    let page = try await get().body
    return String(try #require(page.firstMatch(of: /name="token" value="([0-9a-f]{64})"/)?.1))
  }

  private func send(
    _ method: HTTPMethod, _ path: String, _ body: String?, _ headers: [(String, String)]
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: url + path)
    request.method = method
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    let response = try await client.execute(request, timeout: .seconds(600))
    let bytes = try await response.body.collect(upTo: 10_000_000)
    return Answer(
      status: response.status.code, body: String(buffer: bytes), headers: response.headers)
  }
}

/// The page of buttons, over its port.
struct PageTests {
  private func store() throws -> StoreService {
    try exampleStore(grace: 16) { _ in .noResponse }
  }

  private func browsing(
    _ store: StoreService, host: String = "127.0.0.1", token: String? = nil,
    _ use: @escaping @Sendable (Browser) async throws -> Void
  ) async throws {
    try await serving(store, host: host, token: token) { url in
      try await HTTPClient.ofLocalAppStore { try await use(Browser(client: $0, url: url)) }
    }
  }

  @Test("From an empty store to a purchase, its end, and a refund; the note says what was sent")
  func life() async throws {
    let store = try store()
    try await browsing(store) { browser in
      #expect(try await browser.get().body.contains("A store without customers"))
      let added = try await browser.press(
        "new", [("id", "ada"), ("storefront", "DEU"), ("at", "new")])
      #expect(added.contains("<h1><bdi>ada</bdi></h1>"))
      #expect(added.contains("Storefront DEU"))
      #expect(added.contains("Buy, 1 week free first"))
      #expect(!added.contains("promotional:"), "which is for subscribers")
      let ada = [("view", "ada"), ("customer", "ada")]
      let bought = try await browser.press(
        "buy",
        ada + [("product", "pro_yearly"), ("offer", ""), ("jws", "left over"), ("at", "buy")])
      #expect(bought.contains("SUBSCRIBED INITIAL_BUY (NO_RESPONSE)"))
      #expect(bought.contains("<svg"))
      let extended = try await browser.press(
        "extend", ada + [("product", "pro_yearly"), ("days", "9"), ("at", "s")])
      #expect(extended.contains("14 Jan 2027"), "a year and nine days after 5 January 2026")
      let id = try #require(try await store.customer("ada").subscriptions.first).transactions[0].id
      _ = try await browser.press("month", [("view", "ada")])
      #expect(await store.clock().now == "2026-02-05T10:00:00Z")
      let refunded = try await browser.press(
        "refund-prorated", [("view", "ada"), ("transaction", id), ("at", "buy")])
      #expect(refunded.contains("REFUND (NO_RESPONSE)"))
      #expect(refunded.contains("Undo the refund"))
      #expect(!refunded.contains("value=\"cancel\""), "nothing is left to cancel")
      #expect(try await store.customer("ada").subscriptions.first?.state == "revoked")
    }
  }

  @Test("The page shows offers that the customer may have, and no others")
  func offers() async throws {
    let store = try store()
    _ = try await store.adaBuys("pro_yearly")
    try await browsing(store) { browser in
      let running = try await browser.get("/?customer=ada").body
      #expect(running.contains("value=\"promotional:loyalty_20\""))
      #expect(!running.contains("winBack:"))
      _ = try await store.apply(.cancel("pro_yearly", by: "ada"))
      _ = try await store.advance(by: Period(months: 14))
      let lapsed = try await browser.get("/?customer=ada").body
      #expect(lapsed.contains("value=\"winBack:winback_6m\""))
      let back = try await browser.press(
        "buy",
        [
          ("view", "ada"), ("customer", "ada"), ("product", "pro_yearly"),
          ("offer", "winBack:winback_6m"), ("at", "buy"),
        ])
      #expect(back.contains("SUBSCRIBED RESUBSCRIBE"))
    }
  }

  @Test("A refusal is shown where it happened, and changed nothing")
  func refusal() async throws {
    let store = try store()
    _ = try await store.adaBuys("pro_yearly")
    try await browsing(store) { browser in
      for (button, members, sentence) in [
        ("cancel", [("product", "pro_monthly"), ("customer", "bob")], "There is no customer"),
        ("extend", [("product", "pro_yearly"), ("customer", "ada"), ("days", "91")], "91 days"),
        ("extend", [("product", "pro_yearly"), ("customer", "ada"), ("days", "x")], "days"),
        ("new", [("id", "")], "The body needs &#39;id&#39;"),
        ("day", [("works", "true")], "Nothing reads &#39;works&#39;"),
        ("sudo", [], "no such button"),
        (
          "buy",
          [("product", "pro_yearly"), ("customer", "ada"), ("offer", "promotional:loyalty_20")],
          "No server of ours is connected"
        ),
        (
          "buy",
          [
            ("product", "pro_yearly"), ("customer", "ada"), ("offer", "promotional:loyalty_20"),
            ("jws", "a.b.c"),
          ], "The signature is wrong"
        ),
      ] as [(String, [(String, String)], String)] {
        let page = try await browser.press(button, members + [("at", "buy")])
        let section = try #require(page.firstMatch(of: /id="buy"[\s\S]*?<table/)?.output)
        #expect(section.contains("role=\"alert\""), "\(button)")
        #expect(section.contains(sentence), "\(section)")
      }
      #expect(await store.notifications(of: nil).notifications.count == 1)
      let page = try await browser.get("/?customer=eve").body
      #expect(page.contains("There is no customer &#39;eve&#39;"))
    }
  }

  @Test("What a customer is called cannot become part of the page")
  func escaping() async throws {
    let name = "<script>alert('\"&')</script>"
    let store = try store()
    try await browsing(store) { browser in
      var page = try await browser.press("new", [("id", name)])
      page += try await browser.press(
        "buy", [("customer", name), ("view", name), ("product", "pro_monthly")])
      page += try await browser.get("/?find=%22%3E%3Cscript%3E").body
      page += try await browser.post([("token", "<script>")]).body
      #expect(!page.contains("<script"))
      #expect(page.contains("&lt;script&gt;alert(&#39;&quot;&amp;&#39;)&lt;/script&gt;"))
      #expect(try await store.customers().customers.map(\.id) == [name])
    }
  }

  @Test("A form counts only from our own page: with its token, and from a browser that names it")
  func forms() async throws {
    let store = try store()
    try await browsing(store) { browser in
      let token = try await browser.token()
      let form = [("button", "new"), ("id", "ada")]
      let wrong = String(token.reversed())
      let own = [("Origin", browser.url)]
      for (given, headers) in [
        ("", own), (wrong, own), ("x", own), (token, []), (token, [("Sec-Fetch-Site", "none")]),
        (token, [("Origin", "http://evil.example")]), (token, [("Origin", "null")]),
        (token, own + [("Sec-Fetch-Site", "same-site")]),
      ] {
        let refused = try await browser.post(form + [("token", given)], headers: headers)
        #expect(refused.status == 403, "\(given) \(headers)")
      }
      #expect(try await store.customers().customers.isEmpty)
      let plain = try await ask(
        browser.client, "\(browser.url)/press", "button=new&id=ada&token=\(token)",
        own + [("Content-Type", "text/plain")])
      #expect(plain.status == 415)
      #expect(
        try await browser.post(form, headers: [("Sec-Fetch-Site", "same-origin")]).status == 303)
      #expect(try await store.customers().customers.map(\.id) == ["ada"])
      let elsewhere = try await browser.post([("button", "day"), ("at", "x\r\nSet-Cookie: a=b")])
      #expect(elsewhere.headers.first(name: "Location")?.hasSuffix("#top") == true)
      #expect(elsewhere.headers.first(name: "Set-Cookie") == nil)
    }
  }

  @Test("The page is shown in no frame, runs no script, and is kept nowhere")
  func headers() async throws {
    try await browsing(try store()) { browser in
      for answer in [try await browser.get(), try await browser.post([("token", "x")])] {
        let policy = try #require(answer.headers.first(name: "Content-Security-Policy"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(policy.contains("default-src 'none'"))
        #expect(!policy.contains("script-src"))
        #expect(!policy.contains("unsafe"))
        #expect(answer.headers.first(name: "Cache-Control") == "no-store")
        #expect(answer.headers.first(name: "X-Content-Type-Options") == "nosniff")
        #expect(!answer.body.contains(" style="))
      }
      let linked = try await ask(
        browser.client, browser.url, nil, [("Sec-Fetch-Site", "cross-site")])
      #expect(linked.status == 403)
      #expect(linked.body.contains("type its address into the browser"))
      #expect(linked.body.hasPrefix("<!DOCTYPE html>"), "a person reads it")
    }
  }

  @Test("With a token a browser signs in, which opens the page and nothing else")
  func session() async throws {
    let secret = "0123456789abcdef"
    let store = try store()
    try await browsing(store, host: "0.0.0.0", token: secret) { browser in
      let stranger = try await browser.get()
      #expect(stranger.status == 401)
      #expect(stranger.body.contains("type=\"password\""))
      #expect(!stranger.body.contains("Customers"))
      let token = try await browser.token()
      #expect(try await browser.post([("button", "new"), ("id", "ada")]).status == 401)
      #expect(try await browser.post([("key", "0123456789abcdeX")], to: "/sign-in").status == 401)
      #expect(
        try await browser.post([("key", secret)], to: "/sign-in", headers: []).status == 403,
        "not from a page")
      let signedIn = try await browser.post([("key", secret)], to: "/sign-in")
      #expect(signedIn.status == 303)
      #expect(signedIn.headers.first(name: "Location") == "/")
      let cookie = try #require(signedIn.headers.first(name: "Set-Cookie"))
      #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
      #expect(!cookie.contains(secret))
      var member = browser
      member.headers = [("Cookie", "other=1; \(cookie.prefix { $0 != ";" })")]
      #expect(try await member.get().status == 200)
      #expect(
        try await member.post([("button", "new"), ("id", "ada"), ("token", "x")]).status == 403)
      #expect(try await member.press("new", [("id", "ada")]).contains("<bdi>ada</bdi>"))
      let api = try await ask(
        browser.client, "\(browser.url)/v1/customer", #"{"id":"bob"}"#, asJSON + member.headers)
      #expect(api.status == 401)
      var forged = browser
      forged.headers = [("Cookie", "paywall_app_store=\(token)")]
      #expect(try await forged.get().status == 401, "the token of forms is no session")
      let again = try await browser.post([("key", secret)], to: "/sign-in")
      #expect(again.headers.first(name: "Set-Cookie") != cookie)
      let ended = try await member.post([], to: "/sign-out")
      #expect(ended.headers.first(name: "Set-Cookie")?.contains("Max-Age=0") == true)
      #expect(try await member.get().status == 401, "a copy of the cookie has ended too")
      #expect(try await store.customers().customers.map(\.id) == ["ada"])
    }
  }

  @Test("Of many customers the page shows some, and finds others by their names")
  func many() async throws {
    let store = try store()
    for number in 1...60 { _ = try await store.apply(.addCustomer("customer \(number)")) }
    try await browsing(store) { browser in
      let page = try await browser.get().body
      #expect(page.contains("and 10 more"))
      #expect(!page.contains("customer 60"))
      #expect(
        try await browser.get("/?find=customer+60").body.contains("<h1><bdi>customer 60</bdi>"))
      #expect(try await browser.get("/?find=nobody").body.contains("Nothing found"))
    }
  }

  @Test("Each verb of the store has its button, and each button its own id")
  func table() {
    // A device finishes its transactions by itself, faults are for stories and commands, and messages
    // come over Apple's API.
    #expect(
      Set(PageButton.all.map(\.verb))
        == Set(StoreVerbs.all.keys).subtracting(["finish", "faults", "message", "default-message"]))
    #expect(Set(PageButton.all.map(\.id)).count == PageButton.all.count)
  }

  @Test("While the clock runs the page follows it, and stands with it")
  func following() async throws {
    let store = try store()
    try await browsing(store) { browser in
      let running = try await browser.press("rate", [("rate", "3600"), ("at", "clock")])
      #expect(running.contains("runs, 3600 s each second"))
      #expect(running.contains("<option value=\"3600\" selected>"))
      #expect(running.contains("http-equiv=\"refresh\""))
      let standing = try await browser.press("rate", [("rate", "0"), ("at", "clock")])
      #expect(!standing.contains("http-equiv=\"refresh\""))
    }
  }

  @Test("The button to the next event stands at the moment when something is due")
  func nextEvent() async throws {
    let store = try store()
    _ = try await store.adaBuys("pro_monthly")
    try await browsing(store) { browser in
      let page = try await browser.get().body
      #expect(page.contains("name=\"to\" value=\"2026-02-05T10:00:00Z\""))
      let after = try await browser.press(
        "next", [("to", "2026-02-05T10:00:00Z"), ("at", "clock")])
      #expect(after.contains("DID_RENEW (NO_RESPONSE)"))
    }
  }
}

/// The form of a page, byte by byte.
struct PageFormTests {
  @Test("A form is read as browsers write it")
  func reading() throws {
    let form = try PageForm("a=1&b=%3Cscript%3E+x&c=&%C3%A4=%2B&d".utf8)
    #expect(form["a"] == "1")
    #expect(form["b"] == "<script> x")
    #expect(form["c"] == "")
    #expect(form["ä"] == "+")
    #expect(form["d"] == "")
    #expect(form["e"] == nil)
    #expect(try PageForm("".utf8).members.isEmpty)
  }

  @Test(
    "What no browser writes is refused",
    arguments: [
      "a=1&a=2", "a=%", "a=%zz", "a=%ff",
      (0...PageForm.mostMembers).map { "m\($0)=1" }.joined(separator: "&"),
    ])
  func refusing(text: String) {
    #expect(throws: Problem.self) { try PageForm(text.utf8) }
  }
}
