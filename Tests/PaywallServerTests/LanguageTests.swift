import PaywallCatalog
import PaywallServer
import Testing

/// The app has English, German and Japanese, English first.
@Suite("The language of an answer")
struct LanguageTests {
  private static let placement = "/v1/placements/onboarding"
  /// Headers of URLSession, which it sends unasked.
  private static let german = "Accept-Language: de-AT,de;q=0.9,en;q=0.8"

  private func language(_ answer: String) -> String? {
    answer.firstMatch(of: /"locale":"([^"]*)"/).map { String($0.1) }
  }

  private func vary(_ answer: String) -> [String] {
    answer.split(separator: "\n").filter { $0.hasPrefix("vary: ") }
      .flatMap { $0.dropFirst(6).split(separator: ", ").map(String.init) }
  }

  private func ask(_ request: String) async throws -> String {
    let server = try AskedServer(of: TestServer())
    let answers = try await server.send(request, times: 3)
    return answers[0]
  }

  @Test(
    "is the first of the list that the app has, of the query before the header",
    arguments: [
      ("locale=ca-ES,de-DE", "", "de"), ("locale=ca-ES,de-DE", "Accept-Language: ja", "de"),
      ("locale=sr-Latn", "Accept-Language: ja", "en"), ("locales=ca-ES,ja", "", "ja"),
      ("locales=ca-ES&locales=ja", "", "ja"), ("locale=fr&locales=ja-JP", "", "ja"),
      ("language=de", "Accept-Language: ja", "de"), ("locale=de@calendar=buddhist", "", "de"),
      ("locale=DE_at", "", "de"), ("locale=", "Accept-Language: ja", "ja"),
      ("locale=xx", "Accept-Language: ja", "ja"), ("", german, "de"),
      ("", "Accept-Language: fr, ja;q=0.5, de;q=0.7", "de"),
      ("", "Accept-Language: de;q=0, ja;q=0.1", "ja"), ("", "Accept-Language: *, de;q=0.5", "en"),
      ("", "Accept-Language: de;q=high, ja", "de"), ("", "Accept-Language: ,;q=1,de", "de"),
      ("", "Accept-Language: fr", "en"), ("", "", "en"),
    ])
  func order(query: String, header: String, shown: String) async throws {
    let answer = try await ask(
      "GET \(Self.placement)?\(query)\(header.isEmpty ? "" : "\n")\(header)")
    #expect(language(answer) == shown, "\(answer)")
  }

  @Test(
    "is the body's before the query's before the header's",
    arguments: [
      (#"{"attributes":{"locale":"de"}}"#, "?locale=ja", "de"),
      (#"{"attributes":{},"locales":["ca-ES","de-DE"]}"#, "?locale=ja", "de"),
      (#"{"attributes":{"locales":["ca-ES","de-DE"]}}"#, "", "de"),
      (#"{"attributes":{"locale":"ca-ES,de-DE"}}"#, "", "de"),
      (#"{"attributes":{"locale":null}}"#, "?locale=de", "de"), ("{}", "?locale=fr,de", "de"),
      ("{}", "", "ja"),
    ])
  func body(_ body: String, query: String, shown: String) async throws {
    for path in [Self.placement, "/v1/placements"] {
      let answer = try await ask(
        "POST \(path)\(query)\nContent-Type: application/json\nAccept-Language: ja\n\n\(body)")
      #expect(language(answer) == shown, "\(answer)")
      #expect(vary(answer).contains("Accept-Language") == (shown == "ja"))
    }
  }

  @Test("is not that of an earlier request that differs in its header alone")
  func templates() async throws {
    let server = try AskedServer(of: TestServer())
    for (header, shown) in [("de", "de"), ("ja", "ja"), ("fr, de;q=0.5", "de"), ("de", "de")] {
      let answers = try await server.send(
        "GET \(Self.placement)?userId=user-7\nAccept-Language: \(header)", times: 3)
      #expect(answers.allSatisfy { language($0) == shown }, "\(header)")
    }
  }

  @Test("is told to caches where the header decides it, with a tag for each language")
  func caches() async throws {
    var tags: Set<String> = []
    for header in ["Accept-Language: de", "Accept-Language: ja", "Accept-Language: fr"] {
      let answer = try await ask("GET \(Self.placement)\n\(header)")
      #expect(
        vary(answer)
          == ["Authorization", "X-API-Key", "X-User-Proof", "Accept-Encoding", "Accept-Language"])
      let tag = try #require(answer.firstMatch(of: /etag: ("[^"]*")/)?.1)
      #expect(tags.insert(String(tag)).inserted)
      let again = try await ask("GET \(Self.placement)\n\(header)\nIf-None-Match: \(tag)")
      again.expect(304)
      #expect(vary(again).contains("Accept-Language"))
      let other = try await ask(
        "GET \(Self.placement)\nAccept-Language: de-CH\nIf-None-Match: \(tag)")
      #expect(other.hasPrefix(header.hasSuffix("de") ? "304\n" : "200\n"))
    }
    let own = try await ask("GET \(Self.placement)?locale=de\n\(Self.german)")
    #expect(!vary(own).contains("Accept-Language"))
  }

  @Test("is chosen alike by OpenFeature, which tells caches too")
  func openFeature() async throws {
    for (body, header, shown) in [
      (#"{"context":{"targetingKey":"a","locales":["ca","de-LI"]}}"#, "ja", "de"),
      (#"{"context":{"targetingKey":"a"}}"#, "ja-JP", "ja"),
    ] {
      for path in ["/ofrep/v1/evaluate/flags/onboarding", "/ofrep/v1/evaluate/flags"] {
        let server = try AskedServer(of: TestServer())
        let answer = try await server.send(
          "POST \(path)\nContent-Type: application/json\nAccept-Language: \(header)\n\n\(body)")[0]
        #expect(language(answer) == shown, "\(answer)")
        #expect(vary(answer).contains("Accept-Language") == (shown == "ja"))
      }
    }
  }

  @Test("is not asked of the header by what every caller gets alike")
  func published() async throws {
    for path in ["/v1/products", "/api/features/anything"] {
      let plain = try await TestServer().exchange("GET \(path)")
      let german = try await TestServer().exchange("GET \(path)\n\(Self.german)")
      #expect(plain == german)
    }
  }

  @Test(
    "counts in audiences as the first of the list",
    arguments: [
      ("?locale=de-AT,ja", "", true), ("?locale=ja,de-AT", "", false), ("?locale=DE_at", "", true),
      ("", "Accept-Language: de-AT", true), ("?language=ger", "", true),
      ("?language=xx", "", false),
    ])
  func audiences(query: String, header: String, isGerman: Bool) async throws {
    var testServer = TestServer()
    testServer.snapshot.experiments = [:]
    testServer.snapshot.placements["onboarding"] = Placement(
      id: "onboarding",
      rules: [
        Placement.Rule(
          audience: .test(AttributeTest("language", [.equals(.string("de"))])), show: .nothing)
      ], default: .paywall("standard"))
    let answer = try await testServer.exchange(
      "GET \(Self.placement)\(query)\(header.isEmpty ? "" : "\n")\(header)")
    #expect(answer.contains(#""paywall":null"#) == isGerman, "\(answer)")
  }

  @Test("is found in a list of any size, which costs no more than its bytes")
  func hostile() async throws {
    let long = String(repeating: "a", count: 100)
    let lists = [
      Array(repeating: long, count: 50) + ["de"], Array(repeating: "fr", count: 10_000),
      Array(repeating: "de", count: 10_000),
    ]
    for (list, shown) in zip(lists, ["en", "en", "de"]) {
      let texts = list.map { #""\#($0)""# }.joined(separator: ",")
      let answer = try await TestServer().exchange(
        """
        POST \(Self.placement)
        Content-Type: application/json

        {"attributes":{"locales":[\(texts)]}}
        """)
      answer.expect(200)
      #expect(language(answer) == shown)
    }
    let list = lists[0].joined(separator: ",")
    for request in ["?locale=\(list)", "\nAccept-Language: \(list)"] {
      #expect(language(try await ask("GET \(Self.placement)\(request)")) == "en")
    }
  }

  @Test("is named if it is none")
  func ignored() async throws {
    let answer = try await ask("GET \(Self.placement)?locale=de,zz&language=q&platform=iPhone")
    #expect(language(answer) == "de")
    for name in ["language", "locale", "platform"] {
      #expect(answer.contains(#"{"name":"\#(name)","why":"unusable""#), "\(answer)")
    }
  }
}
