import Foundation
import HTTPService
import Ledger
import PaywallCatalog
import Serving
import Testing

@testable import PaywallKit

@Suite("What exposures tell for results")
struct ExposureDetailTests {
  private let device = Device(isPinned: false)

  /// Notes the bodies of exposures, and answers them with the statuses in the box, then with 200.
  private func noting(
    _ told: Box<[String]>, _ answer: String = variant("a"), statuses: Box<[Int]> = Box([])
  ) -> Transport {
    { request in
      guard request.url.path.hasSuffix("/v1/exposures"), let body = request.body else {
        return try await answering(answer)(request)
      }
      told.change { $0.append(String(decoding: body, as: UTF8.self)) }
      let status = statuses.change { $0.isEmpty ? 200 : $0.removeFirst() }
      return try await answering(
        #"{"exposures":[]}"#, status: status, more: ["Retry-After": "60"])(request)
    }
  }

  private static let displayed = DisplayedProduct(
    id: "p", price: Decimal(string: "4.99"), currency: "EUR", isEligibleForIntroOffer: true)

  @Test("the time of sending is that of the attempt, and the time of rendering stays")
  func sentAt() async throws {
    let told = Box<[String]>([])
    let client = device.start(transport: noting(told, statuses: Box([429])))
    await client.reportExposure(
      of: await client.placement("onboarding", attributes: ["sessions": 3]))
    device.clock.advance(by: .seconds(5))
    await client.flush()
    let due = await client.nextFlush
    device.clock.advance(by: .seconds(60))
    await due?.value
    // `["p"]` and no content: the digest is of what the answer says, byte for byte.
    let products = Fingerprint.full(of: Array(#"["p"]"#.utf8)).prefix(32)
    let bodies = ["12:00:05", "12:01:05"].map { sent in
      #"{"attributes":{"anonymousId":"id-1","firstSeen":"2026-12-05T12:00:00Z","locale":"de-DE","#
        + #""osVersion":"18.2","platform":"iOS","sessions":3},"sentAt":"2026-12-05T\#(sent)Z","#
        + #""exposures":[{"id":"id-2","experiment":"x","variant":"a","phase":1,"#
        + #""placement":"onboarding","at":"2026-12-05T12:00:00Z","#
        + #""shown":{"paywall":"a-wall","products":"\#(products)"}}]}"#
    }
    #expect(told.value.count == 2)
    #expect(told.value.first == bodies.first)
    #expect(told.value.last == bodies.last)
  }

  @Test("what StoreKit displayed goes with it, and the restart of an app loses none of it")
  func displayed() async throws {
    let first = device.start(transport: noting(Box([])))
    await first.reportExposure(of: await first.placement("onboarding"), showing: Self.displayed)
    await first.storage.start { _ in }.value

    let told = Box<[String]>([])
    let second = device.start(transport: noting(told))
    await second.flush()
    let body = try #require(told.value.first)
    #expect(
      body.contains(
        #","product":"p","price":4990,"currency":"EUR","introductoryEligible":true}}]}"#))
    #expect(body.contains(#""platform":"iOS""#))
  }

  @Test("a variant that shows nothing is told of, and without what was shown")
  func nothing() async throws {
    let told = Box<[String]>([])
    let answer = """
      {"placement":"onboarding","productIds":[],"paywall":null,"reason":"experiment",
      "experiment":{"id":"x","variant":"none","phase":1,"recorded":false},"revision":"r"}
      """
    let client = Device(isPinned: false).start(transport: noting(told, answer))
    await client.reportExposure(of: await client.placement("onboarding"))
    await client.flush()
    let body = try #require(told.value.first)
    #expect(body.contains(#""variant":"none""#) && !body.contains("shown"), "\(body)")
  }

  @Test("the time of sending is the server's, also if the clock was set while an exposure waited")
  func clockSet() async throws {
    let first = device.start(transport: noting(Box([])))
    await first.reportExposure(of: await first.placement("onboarding"))
    await first.storage.start { _ in }.value

    let told = Box<[String]>([])
    let second = device.start(
      nowhere, now: "2026-12-07T12:00:00Z",
      transport: { request in
        guard request.url.path.hasSuffix("/health/live") else {
          return try await noting(told)(request)
        }
        return try await answering("{}", control: "no-store")(request)
      })
    await second.flush()
    let body = try #require(told.value.first)
    #expect(body.contains(#""sentAt":"2026-12-05T12:00:00Z""#), "\(body)")
    #expect(body.contains(#""at":"2026-12-05T12:00:00Z""#), "\(body)")
  }

  @Test(
    "a price is whole milliunits, or not told",
    arguments: [
      ("0", 0), ("4.99", 4990), ("19.9", 19900), ("1234.5678", 1_234_568),
      ("8000000", 8_000_000_000),
      ("999999999.999", 999_999_999_999), ("1000000000", nil), ("-0.01", nil), ("NaN", nil),
    ] as [(String, Int64?)])
  func prices(_ text: String, _ milliunits: Int64?) throws {
    let price = text == "NaN" ? Decimal.nan : try #require(Decimal(string: text))
    #expect(DisplayedProduct(id: "p", price: price, currency: "EUR").milliunits == milliunits)
  }

  @Test("exposures of different attributes are told apart, in their order")
  func attributes() async throws {
    let told = Box<[String]>([])
    let client = Device(isPinned: false).start(transport: noting(told))
    for sessions in [1, 1, 2, 1] as [Int64] {
      let answer = await client.placement(
        "onboarding", attributes: ["sessions": .integer(sessions)])
      await client.reportExposure(of: answer)
    }
    await client.flush()
    let counts = told.value.map { body in
      (body.firstMatch(of: /"sessions":(\d)/)?.1 ?? "", body.matches(of: /"variant"/).count)
    }
    #expect(counts.map { "\($0)×\($1)" } == ["1×2", "2×1", "1×1"])
  }

  @Test("the real server records an exposure with every detail, whatever answered the app")
  func recorded() async throws {
    let server = TestServer()
    let file = try temporary(server.keys.file(of: server.snapshot))
    defer { try? FileManager.default.removeItem(at: file) }
    try await server.run { url in
      for way in ["one", "several", "offline"] {
        let client = Device(server.keys).start(url, transport: nil) {
          $0.attributes = [
            "country": "GB", "appVersion": "3.4.1", "firstSeen": "2026-12-05T11:00:00Z",
          ]
          $0.bundledFile = way == "offline" ? file : nil
          if way != "offline" { $0.rootKeys = [] }
          $0.makeId = { "\(way)-\(UUID().uuidString)" }
          if way == "offline" {
            let network = dated()
            $0.advanced.transport = { request in
              guard !request.url.path.contains("placements") else {
                throw NetworkFailure.unreachable("refused")
              }
              return try await network(request)
            }
          }
        }
        var shown: PlacementDecision?
        for _ in 0..<200 where shown == nil {
          if way == "several" { _ = await client.prefetch(["onboarding", "settings"]) }
          let answer = await client.placement("onboarding")
          if answer.isExposure { shown = answer } else { await client.reset() }
        }
        let placement = try #require(shown)
        await client.reportExposure(
          of:
            placement,
          showing: DisplayedProduct(
            id: "yearly", price: Decimal(string: "49.99"), currency: "GBP",
            isEligibleForIntroOffer: false))
        await client.flush()
        #expect(await client.waiting == 0)
        let unit = try #require(await client.visitorIds?.anonymousId)
        let found = try await server.ledger.exposures(of: unit, in: .production)
        let details = try #require(found.first?.details, "\(way)")
        #expect(
          details.dimensions
            == VisitorDimensions(
              storefront: "GBR", platform: "iOS", appVersion: "3.4", system: 18, language: "de",
              isNew: true, isInAudience: true), "\(way)")
        let reported = details.reported
        #expect(reported.paywall == placement.paywall?.id, "\(way)")
        // The content that the app was shown and the content that the server says it serves are the
        // same bytes.
        #expect(reported.content != nil && reported.content == details.served.content, "\(way)")
        #expect(reported.products != nil && reported.products == details.served.products, "\(way)")
        #expect(reported.product == "yearly" && reported.price == 49990, "\(way)")
        #expect(reported.currency == "GBP" && reported.introductoryEligible == false, "\(way)")
        #expect(found.first?.deviceTime != nil, "\(way)")
      }
    }
  }

  @Test("a visitor whom the holdout keeps out is told of, without a variant")
  func heldOut() async throws {
    let answer = byDefault.replacing(
      #""reason""#, with: #""notEnrolled":"heldOut","heldOutOf":{"id":"x","phase":2},"reason""#)
    let told = Box<[String]>([])
    let client = device.start(
      transport: { request in
        let path = request.url.path
        guard path.hasSuffix("exposures"), let body = request.body else {
          return try await answering(path.hasSuffix("settings") ? noExperiment : answer)(request)
        }
        told.change { $0.append(String(decoding: body, as: UTF8.self)) }
        return try await answering(#"{"exposures":[{"id":"id-2","outcome":"heldOut"}]}"#)(request)
      })
    let placement = await client.placement("onboarding")
    #expect(placement.heldOutOf == .init(id: "x", phase: 2))
    #expect(!placement.isExposure && placement.experiment == nil)
    await client.reportExposure(of: placement)
    // A winner that a held-out visitor does not get is not reported.
    await client.reportExposure(of: await client.placement("settings"))
    #expect(await client.waiting == 1)
    await client.storage.start { _ in }.value
    let names = try device.storage.names(from: OutboxEntry.prefix)
    await client.flush()
    #expect(names.count == 1)
    #expect(
      try #require(told.value.first).contains(
        #""exposures":[{"id":"id-2","heldOut":true,"experiment":"x","phase":2,"placement":"#))
    #expect(told.value.allSatisfy { !$0.contains("variant") })
    #expect(device.events.value.allSatisfy { !$0.isOfExposures })
  }

  private let noExperiment = byDefault.replacing("onboarding", with: "settings")
    .replacing(#""reason""#, with: #""notEnrolled":"heldOut","reason""#)
}

extension PaywallsEvent {
  /// True if the event is about exposures that are not recorded.
  var isOfExposures: Bool {
    switch self {
    case .exposuresDropped, .exposureRefused: true
    default: false
    }
  }
}
