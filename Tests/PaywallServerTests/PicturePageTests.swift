import PaywallCatalog
import PaywallServer
import TestSupport
import Testing

@Suite("Pictures of paywalls on the server")
struct PicturePageTests {
  private static let personas = [
    Persona(
      id: "british", title: "A visitor in London",
      attributes: ["userId": .text("user-7"), "country": .text("GB")]),
    Persona(id: "indian", attributes: ["country": .text("IN")]),
  ]

  private func application(
    _ personas: [Persona] = personas, locales: [String] = ["en", "de", "ja"]
  ) throws -> Application {
    var server = TestServer(keys: TestServer.allKeys)
    server.snapshot.app.locales = locales
    server.snapshot.personas = Dictionary(uniqueKeysWithValues: personas.map { ($0.id, $0) })
    return try server.application()
  }

  private func signIn(
    _ application: Application, key: String = "viewer-key", page: String = ""
  ) async throws -> String {
    try await TestServer.send(
      """
      POST /sign-in
      Content-Type: application/x-www-form-urlencoded
      Origin: http://localhost

      page=\(page)&key=\(key)
      """, to: application)
  }

  /// The answer to a signed-in reader.
  private func page(
    _ path: String, of application: Application? = nil, key: String = "viewer-key",
    form: String? = nil, origin: String = "http://localhost"
  ) async throws -> String {
    let application = try application ?? self.application()
    let answer = try await signIn(application, key: key)
    let line = try #require(answer.split(separator: "\n").first { $0.hasPrefix("set-cookie: ") })
    let cookie = try #require(line.dropFirst(12).split(separator: ";").first)
    guard let form else {
      return try await TestServer.send("GET \(path)\nCookie: \(cookie)", to: application)
    }
    return try await TestServer.send(
      """
      POST \(path)
      Content-Type: application/x-www-form-urlencoded
      Origin: \(origin)
      Cookie: \(cookie)

      \(form)
      """, to: application)
  }

  @Test(
    "show nothing without a session",
    arguments: ["/preview", "/preview/onboarding", "/preview/none", "/preview/onboarding/picture"])
  func stranger(path: String) async throws {
    let answer = try await TestServer.send("GET \(path)", to: application())
    #expect(answer.hasPrefix("401"))
    #expect(answer.contains(#"name="key""#))
    #expect(!answer.contains("class=\"phone"))
  }

  @Test("lead from the list to a sheet of languages by personas, and to each picture")
  func pictures() async throws {
    try await page("/preview").expect(
      200, #"<a href="/preview/onboarding">onboarding</a>"#, #"<a href="/preview/lite">lite</a>"#)
    let sheet = try await page("/preview/onboarding")
    #expect(sheet.contains("A visitor in London"))
    for locale in ["en", "de", "ja"] {
      #expect(sheet.contains("/preview/onboarding/picture?locale=\(locale)"), "\(locale)")
    }
    #expect(sheet.contains("as=indian"))
    #expect(!(try await page("/preview/onboarding?locale=de")).contains("picture?locale=en"))
    let picture = try await page("/preview/onboarding/picture?as=indian&locale=de")
    #expect(picture.hasPrefix("200"))
    #expect(picture.contains("frame-ancestors 'none'"))
    #expect(picture.contains("cache-control: no-store"))
    #expect(!picture.contains("<script"))
    // The rule for India.
    #expect(picture.contains("lite"))
  }

  @Test("a sheet has 120 pictures at most, and leads to the languages that do not fit")
  func large() async throws {
    let personas = (0..<45).map { Persona(id: "person-\($0)") }
    let application = try application(personas, locales: ["en", "de", "ja", "fr"])
    let sheet = try await page("/preview/settings", of: application)
    // Three languages of forty personas.
    #expect(sheet.split(separator: "/preview/settings/picture?").count - 1 == 120)
    #expect(sheet.contains(#"<a href="/preview/settings?locale=fr">fr</a>"#))
    #expect(!sheet.contains("picture?locale=fr"))
  }

  @Test("a variant is shown whatever is decided")
  func forced() async throws {
    func shown(_ variant: String) async throws -> String {
      try await page(
        "/preview/onboarding/picture?as=indian&experiment=annual-trial&variant=\(variant)")
    }
    #expect(try await shown("trial").contains("pro_yearly_trial"))
    #expect(!(try await shown("control")).contains("pro_yearly_trial"))
    #expect(try await shown("none").hasPrefix("422"))
  }

  @Test("a page of results shows what each variant shows, and what differs")
  func variants() async throws {
    let application = try application()
    func shown(_ path: String) async throws -> String {
      var shown = ""
      try await until {
        shown = try await page(path, of: application)
        return shown.contains("Who is ahead?")
      }
      return shown
    }
    let results = try await shown("/results/annual-trial")
    #expect(results.contains("Paywalls of each variant"))
    #expect(results.split(separator: "class=\"phone").count - 1 == 2)
    results.expect(
      has: "now sells &#39;pro_yearly_trial&#39;",
      "/preview/onboarding/picture?experiment=annual-trial&amp;variant=trial")
    #expect(!results.contains("<script"))
    // Each style of the page, and nothing else, is allowed.
    let policy = try #require(
      results.split(separator: "\n").first { $0.hasPrefix("content-security-policy: ") })
    #expect(policy.split(separator: "'sha256-").count - 1 == 2)
    #expect(policy.contains("img-src data:;") && !policy.contains("unsafe"))
    // A look back is at other paywalls, perhaps.
    #expect(!(try await shown("/results/annual-trial?asOf=2026-11-25")).contains("class=\"phone"))
  }

  /// A server whose state is kept, as tokens need.
  private func stateful() throws -> Application {
    var server = TestServer(keys: TestServer.allKeys)
    server.state = try TemporaryFolder()
    return try server.application()
  }

  @Test("an admin makes a token there, which shows a phone the variant")
  func token() async throws {
    let application = try stateful()
    let path = "/preview/onboarding/token"
    #expect(
      try await page("/preview/onboarding", of: application, key: "admin-key").contains(
        #"<a href="\#(path)">"#))
    try await page(path, of: application, key: "admin-key").expect(
      has: #"<option value="annual-trial/trial">"#)
    for (order, shown) in [
      ("variant=annual-trial%2Ftrial&for=PT24H", "pro_yearly_trial"),
      ("variant=&at=2026-12-05T12:30:00Z&for=PT1H", #""placement":"onboarding""#),
    ] {
      let made = try await page(path, of: application, key: "admin-key", form: order)
      #expect(made.hasPrefix("200"), "\(made)")
      let token = try #require(made.firstMatch(of: /The token">([A-Za-z0-9_.-]+)</)?.1)
      let answer = try await TestServer.send(
        """
        POST /v1/placements/onboarding
        X-API-Key: client-key

        {"attributes":{"userId":"user-7","country":"GB"},"preview":"\(token)"}
        """, to: application)
      #expect(answer.hasPrefix("200") && answer.contains(shown), "\(answer)")
    }
  }

  @Test("a viewer, another site and a form that says nothing get no token")
  func noToken() async throws {
    let application = try stateful()
    let path = "/preview/onboarding/token"
    let order = "variant=annual-trial%2Ftrial&for=PT1H"
    #expect(!(try await page("/preview/onboarding", of: application)).contains(path))
    #expect(try await page(path, of: application).hasPrefix("403"))
    #expect(try await TestServer.send("GET \(path)", to: application).hasPrefix("401"))
    for (key, form, origin, status) in [
      ("viewer-key", order, "http://localhost", "403"),
      ("admin-key", order, "http://evil.example", "403"),
      ("admin-key", "variant=&at=", "http://localhost", "422"),
      ("admin-key", "variant=annual-trial%2Fnone", "http://localhost", "422"),
      ("admin-key", "\(order)0000", "http://localhost", "400"),
      ("admin-key", "variant=annual-trial%2Ftrial&for=P8D", "http://localhost", "422"),
      ("admin-key", "at=1&at=2", "http://localhost", "400"),
    ] {
      let answer = try await page(
        path, of: application, key: key, form: form, origin: origin)
      #expect(answer.hasPrefix(status), "\(form): \(answer.prefix(300))")
      #expect(answer.contains("<title>") && !answer.contains("The token\""))
    }
  }

  @Test(
    "what there is not is said",
    arguments: [
      ("/preview/none", "422"), ("/preview/onboarding?locale=fr", "400"),
      ("/preview/onboarding?as=indian", "400"), ("/preview/onboarding/picture?as=none", "400"),
      ("/preview/onboarding/picture?variant=trial", "422"), ("/preview/%GG", "400"),
    ])
  func unknown(path: String, status: String) async throws {
    let answer = try await page(path)
    #expect(answer.hasPrefix(status), "\(answer.prefix(300))")
    #expect(!answer.contains("class=\"phone"))
  }

  @Test(
    "a sign-in leads to the page that was asked for, and to no other server",
    arguments: [
      ("/preview", "/preview"), ("/preview/onboarding", "/preview/onboarding"),
      ("/preview/none", "/results"), ("/results/annual-trial", "/results/annual-trial"),
      ("//evil.example", "/results"), ("https://evil.example/preview", "/results"),
      ("", "/results"),
    ])
  func target(page: String, location: String) async throws {
    try await signIn(application(), page: page).expect(has: "location: \(location)\n")
  }
}
