import AppStoreFixtures
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Serving
import Testing

@testable import Ledger

/// `user-7` draws `trial` of `annual-trial` in the part that traffic has opened.
@Suite("Details of exposures over HTTP")
struct ExposureDetailTests {
  let server: TestServer
  private let parts: Dependencies

  init() throws {
    (server, parts) = try Self.make()
  }

  /// - Parameter now: noon of the fifth of December unless said otherwise.
  private static func make(
    _ ledger: any Ledger = SQLiteLedger.inMemory(), now: String = "2026-12-05T12:00:00Z",
    _ change: (inout Snapshot) -> Void = { _ in }
  ) throws -> (TestServer, Dependencies) {
    var server = try TestServer.withExperiments(ledger: ledger, change)
    server.now = time(now)
    return (server, try server.dependencies())
  }

  /// Sends one exposure of `user-7`; its outcome.
  func expose(
    _ id: String = "e", attributes: String = "", claim: String = "", request: String = "",
    at: String = "2026-12-05T11:59:00Z", placement: String = "onboarding", user: String = "user-7",
    variant: String = "trial", to parts: Dependencies? = nil
  ) async throws -> String {
    let body = """
      {"attributes":{"userId":"\(user)"\(attributes)},"exposures":[{"id":"\(id)",\
      "experiment":"annual-trial","variant":"\(variant)","phase":1,"placement":"\(placement)",\
      "at":"\(at)"\(claim)}]\(request)}
      """
    let application = Application.build(parts ?? self.parts, settings: Settings())
    let reply = try await TestServer.Reply(
      TestServer.send("POST /v1/exposures\nX-API-Key: client-key\n\n\(body)", to: application))
    #expect(reply.status == 200, "\(reply)")
    return reply.outcomes.first ?? "\(reply)"
  }

  func found(
    _ user: String = "user-7", in ledger: (any Ledger)? = nil
  ) async throws -> RecordedExposures {
    try #require(
      try await (ledger ?? server.ledger).exposures(of: user, in: .production).first)
  }

  func details(
    of user: String = "user-7", in ledger: (any Ledger)? = nil
  ) async throws -> ExposureDetails {
    try #require(try await found(user, in: ledger).details)
  }

  /// The causes that `/metrics` counts, with their counts.
  func unknown(_ parts: Dependencies? = nil) -> [String] {
    let name = "paywall_exposure_details_unknown_total{cause=\""
    return (parts ?? self.parts).metrics.text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix(name), !line.hasSuffix(" 0") else { return nil }
      return String(line.dropFirst(name.count)).replacing("\"}", with: "")
    }
  }

  @Test("an app that sends everything is recorded with everything")
  func everything() async throws {
    let outcome = try await expose(
      attributes: """
        ,"country":"GBR","platform":"iOS","appVersion":"3.4.1","osVersion":"18.1","locale":"de-AT",\
        "firstSeen":"2026-12-05T09:00:00Z"
        """,
      claim: """
        ,"shown":{"paywall":"standard-trial","content":"\(String(repeating: "0a", count: 16))",\
        "products":"\(String(repeating: "1b", count: 16))","product":"pro_monthly","price":4990,\
        "currency":"GBP","introductoryEligible":false}
        """, request: #","sentAt":"2026-12-05T12:00:00Z""#)
    #expect(outcome == "recorded")
    let details = try await details()
    #expect(
      details.dimensions
        == VisitorDimensions(
          storefront: "GBR", platform: "iOS", appVersion: "3.4", system: 18, language: "de",
          isNew: true, isInAudience: true))
    #expect(
      details.reported
        == ReportedPaywall(
          paywall: "standard-trial", content: String(repeating: "0a", count: 16),
          products: String(repeating: "1b", count: 16), product: "pro_monthly", price: 4990,
          currency: "GBP", introductoryEligible: false))
    #expect(details.flags == [])
    #expect(unknown() == [])
  }

  @Test("the server knows what the variant shows: digests over what its answer says")
  func served() async throws {
    _ = try await expose(attributes: #","country":"IE","language":"de""#)
    func digest(_ text: String) -> String { String(TestServer.digest(text).prefix(32)) }
    let content = #"{"headline":"Alles freischalten","style":"twoColumn"}"#
    let products = #"["pro_yearly_trial","pro_monthly","pro_lifetime"]"#
    #expect(
      try await details().served
        == ServedPaywall(
          release: Snapshot.lumen.release, placement: "onboarding", traffic: 5000,
          paywall: "standard-trial", locale: "de", content: digest(content),
          products: digest(products), selected: "pro_yearly_trial"))
    try await server.exchange(
      "GET /v1/placements/onboarding?userId=user-7&country=IE&locale=de\nX-API-Key: client-key"
    ).expect(has: #""productIds":\#(products),"#, #""content":\#(content)}"#)
  }

  @Test("an app from before is recorded as always, and nothing of it is invented")
  func old() async throws {
    #expect(try await expose() == "recorded")
    let found = try await found()
    #expect(found.details?.dimensions == VisitorDimensions())
    #expect(found.details?.reported == .unknown)
    #expect(found.deviceTime == nil)
    #expect(found.renderedAt == time("2026-12-05T11:59:00Z"))
    #expect(unknown() == [])
  }

  @Test(
    "an attribute that says nothing usable is unknown and counted, and spoils nothing",
    arguments: [
      (#","country":"Germany""#, "storefront 1"), (#","country":"XX""#, "storefront 1"),
      (#","country":"ZZ""#, "storefront 1"), (#","platform":"Android""#, "platform 1"),
      (#","appVersion":"123456789.1""#, "appVersion 1"), (#","osVersion":"0""#, "osVersion 1"),
      (#","osVersion":"20261""#, "osVersion 1"), (#","language":"deutsch""#, "language 1"),
      (#","locale":"d3""#, "language 1"), (#","locale":"""#, "language 1"),
      (#","firstSeen":"1970-01-01T00:00:00Z""#, "firstSeen 1"),
      (#","firstSeen":"2031-01-01T00:00:00Z""#, "firstSeen 1"),
    ])
  func badDimension(attribute: String, cause: String) async throws {
    #expect(try await expose(attributes: attribute) == "recorded")
    var dimensions = try await details().dimensions
    dimensions.isInAudience = nil
    #expect(dimensions == VisitorDimensions())
    #expect(unknown() == [cause])
  }

  @Test(
    "an attribute of another type is unknown and counted with the attributes",
    arguments: [
      #","country":7"#, #","platform":["iOS"]"#, #","appVersion":true"#, #","osVersion":"new""#,
      #","locale":{}"#, #","firstSeen":"yesterday""#,
    ])
  func mistyped(attribute: String) async throws {
    #expect(try await expose(attributes: attribute) == "recorded")
    #expect(try await details().dimensions == VisitorDimensions())
    #expect(
      parts.metrics.text.contains("paywall_attributes_ignored_total{cause=\"mistyped\"} 1\n"))
  }

  @Test(
    "what an app cannot have shown is unknown and counted, and spoils nothing",
    arguments: [
      ("7", ["shown 1"]), (#""standard""#, ["shown 1"]), (#"{"colour":"red"}"#, ["shown 1"]),
      (#"{"paywall":7}"#, ["paywall 1"]), (#"{"paywall":""}"#, ["paywall 1"]),
      (#"{"content":"abc"}"#, ["content 1"]),
      (#"{"content":"0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A"}"#, ["content 1"]),
      (#"{"products":["a"]}"#, ["products 1"]), (#"{"product":"unheard.of"}"#, ["product 1"]),
      (#"{"product":1}"#, ["product 1"]), (#"{"price":"4.99","currency":"EUR"}"#, ["price 1"]),
      (#"{"price":4.99,"currency":"EUR"}"#, ["price 1"]),
      (#"{"price":-1,"currency":"EUR"}"#, ["price 1"]),
      (#"{"price":1000000000000,"currency":"EUR"}"#, ["price 1"]),
      (#"{"price":4990}"#, ["currency 1"]), (#"{"price":4990,"currency":"eur"}"#, ["currency 1"]),
      (#"{"price":4990,"currency":"EURO"}"#, ["currency 1"]),
      (#"{"price":true,"currency":7}"#, ["price 1", "currency 1"]),
      (#"{"introductoryEligible":"yes"}"#, ["introductoryEligible 1"]),
      (#"{"paywall":null,"price":null}"#, []), ("null", []), ("{}", []),
    ])
  func badShown(shown: String, causes: [String]) async throws {
    #expect(try await expose(claim: #","shown":\#(shown)"#) == "recorded")
    var reported = try await details().reported
    if shown.contains(#""EUR""#) { reported.currency = nil }
    #expect(reported == .unknown)
    #expect(try await details().served.paywall == "standard-trial")
    #expect(unknown() == causes)
  }

  @Test("a price in whole milliunits is kept however it is written", arguments: ["4990", "4990.0"])
  func price(_ price: String) async throws {
    _ = try await expose(claim: #","shown":{"price":\#(price),"currency":"JPY"}"#)
    #expect(try await details().reported == ReportedPaywall(price: 4990, currency: "JPY"))
  }

  @Test(
    "a paywall that was never decided for the variant is kept as unknown, and counted",
    arguments: ["standard", "lite", "never-heard-of"])
  func undecided(_ paywall: String) async throws {
    let outcome = try await expose(
      claim: #","shown":{"paywall":"\#(paywall)","price":4990,"currency":"EUR"}"#)
    #expect(outcome == "recorded")
    let details = try await details()
    #expect(details.flags == .undecidedPaywall)
    #expect(
      details.served
        == ServedPaywall(release: Snapshot.lumen.release, placement: "onboarding", traffic: 5000))
    #expect(details.reported == ReportedPaywall(price: 4990, currency: "EUR"))
    #expect(unknown() == ["undecidedPaywall 1"])
    let counts = try await server.ledger.unknownDetails(
      of: PhaseKey("annual-trial", 1, in: .production))
    #expect(counts.units == 1)
    #expect(counts.unknown["paywall"] == 1)
    #expect(counts.flagged == ["undecidedPaywall": 1])
  }

  @Test(
    "the audience matched, did not match, or cannot be told",
    arguments: [(#","country":"GB""#, true), (#","country":"FR""#, false), ("", nil)]
      as [(String, Bool?)])
  func audience(attribute: String, isInAudience: Bool?) async throws {
    _ = try await expose(attributes: attribute)
    #expect(try await details().dimensions.isInAudience == isInAudience)
  }

  @Test("an exposure during a pause, after the end and beyond traffic is marked")
  func flags() async throws {
    let ledger = SQLiteLedger.inMemory()
    func flags(
      _ user: String, _ variant: String, at: String, now: String,
      _ change: (inout Snapshot) -> Void = { _ in }
    ) async throws -> ExposureFlags {
      let (_, parts) = try Self.make(ledger, now: now, change)
      let outcome = try await expose(at: at, user: user, variant: variant, to: parts)
      #expect(outcome == "recorded")
      return try await details(of: user, in: ledger).flags
    }
    let noon = "2026-12-05T12:00:00Z"
    #expect(
      try await flags("user-7", "trial", at: noon, now: noon) {
        $0.experiments["annual-trial"]?.status = .paused
      } == .duringPause)
    // The experiment ends on the 22nd at nine; earlier exposures may come for seven days more.
    // Bucket 5144 and 5924 of the variant are open to 50 % traffic, 9426 is not.
    #expect(
      try await flags(
        "unit-115", "trial", at: "2026-12-22T08:59:59Z", now: "2026-12-23T09:00:00Z")
        == .afterEnd)
    #expect(
      try await flags(
        "unit-119", "trial", at: "2026-12-22T08:59:59Z", now: "2026-12-22T08:59:59Z") == [])
    #expect(try await flags("unit-129", "trial", at: noon, now: noon) == .beyondTraffic)
  }

  @Test("a placement that the configuration does not have is unknown and counted")
  func unknownPlacement() async throws {
    _ = try await expose("1")
    #expect(try await expose("2", placement: "nowhere") == "repeated")
    let found = try await found()
    #expect(found.placements.map(\.placement) == ["onboarding"])
    #expect(found.placements.map(\.exposures) == [1])
    #expect(unknown() == ["placement 1"])
  }

  @Test("a phase that an app saw at two placements has the times and counts of both")
  func placements() async throws {
    let (server, parts) = try Self.make {
      $0.experiments["annual-trial"]?.placements = ["onboarding", "settings"]
      $0.placements["settings"] = Placement(id: "settings", default: .paywall("lite"))
    }
    for (id, minute, placement) in [
      ("1", 10, "onboarding"), ("2", 20, "settings"), ("3", 30, "onboarding"),
    ] {
      _ = try await expose(
        id, at: "2026-12-05T11:\(minute):00Z", placement: placement, to: parts)
    }
    let found = try await found(in: server.ledger)
    #expect(
      found.placements == [
        PlacementExposures(
          placement: "onboarding", renderedAt: time("2026-12-05T11:10:00Z"), exposures: 2),
        PlacementExposures(
          placement: "settings", renderedAt: time("2026-12-05T11:20:00Z"), exposures: 1),
      ])
  }

  @Test("a person who is erased takes the details along")
  func erased() async throws {
    _ = try await expose(attributes: #","country":"GB""#)
    let reply = try await server.delete("/v1/customers/user-7?by=userId")
    #expect(reply.status < 300, "\(reply)")
    #expect(try await server.ledger.exposures(of: "user-7", in: .production) == [])
  }
}
