import AppStoreFixtures
import Foundation
import PaywallCatalog
import PaywallServer
import Testing

/// Whatever leads to an answer or to a signature is decided by one function.
@Suite("Every decision is counted and logged once")
struct DecisionServiceTests {
  @Test("a signature at a placement leaves a line in the log of decisions, and is counted")
  func signed() async throws {
    let shopper = try Shopper()
    var testServer = try TestServer.ofStore()
    let log = LogLines()
    testServer.decisions = log
    let (parts, application) = try testServer.running()
    let transaction = try #require(try shopper.transaction().string)
    let response = try await TestServer.send(
      """
      POST /v1/offers/sign
      X-API-Key: client-key
      X-Request-Id: sign-1

      {"placement":"onboarding","product":"pro_yearly","offer":"loyalty","form":"jws",\
      "attributes":{"userId":"user-7"},"transactions":["\(transaction)"]}
      """, to: application)
    response.expect(200)
    let mark = try #require(parts.pseudonym.of("user-7"))
    #expect(
      log.all == [
        """
        {"time":"2026-12-05T12:00:00Z","request":"sign-1","release":"\(Snapshot.lumen.release)",\
        "placement":"onboarding","visitor":"\(mark)","paywall":"standard","reason":"default"}
        """
      ])
    #expect(parts.metrics.text.contains("paywall_decisions_total{reason=\"default\"} 1\n"))
  }

  @Test("a refused signature was decided too, and each protocol leaves one line a decision")
  func others() async throws {
    var testServer = TestServer()
    let log = LogLines()
    testServer.decisions = log
    let application = try testServer.application()
    let body = #"{"attributes":{"userId":"user-7"}}"#
    for (request, count) in [
      ("GET /v1/placements/onboarding?userId=user-7", 1),
      ("POST /v1/placements/onboarding\n\n\(body)", 1), ("POST /v1/placements\n\n\(body)", 2),
      ("POST /ofrep/v1/evaluate/flags/onboarding\n\n{\"context\":{\"targetingKey\":\"u\"}}", 1),
    ] {
      let before = log.all.count
      _ = try await TestServer.send(request, to: application)
      #expect(log.all.count - before == count, "\(request)")
    }
  }

  /// The compiled snapshot is asked in one file of the server.
  @Test("nothing in the server decides past it")
  func source() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/PaywallServer").standardized
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var asking: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.contains("compiled.decide(") || text.contains("snapshot.decide(") {
        asking.append(file.lastPathComponent)
      }
    }
    #expect(asking == ["DecisionService.swift"])
  }
}
