import AppStore
import AppStoreFixtures
import Ledger
import LedgerPostgres
import LedgerSQLite
import PaywallAPI
import PaywallCatalog
import Subscribers
@testable import PaywallServer
import TestSupport
import Testing

@Suite("Requests for retention messages") struct RetentionTests {
  private let ledger = SQLiteLedger.inMemory()

  /// The first request of the first customer.
  private static let named = RetentionRequest(
    id: RetentionWorld.requestId(1), environment: .production,
    originalTransactionId: RetentionWorld.purchase(1))

  /// The count of an answer.
  private func count(_ answer: String, _ cause: String, _ parts: Dependencies) throws -> Double? {
    try Exposition(parts.metrics.text).value(
      "paywall_retention_answers_total", ["answer": answer, "cause": cause])
  }

  @Test(
    "a request that is not Apple's, of another app, too old or incomplete is answered with nothing",
    arguments: [
      (["signedDate": .integer(RetentionWorld.now.milliseconds - 300_001)], "tooOld"),
      (["signedDate": nil], "incomplete"), (["userLocale": nil], "incomplete"),
      (["productId": nil], "incomplete"), (["originalTransactionId": nil], "incomplete"),
      (["requestIdentifier": "1"], "incomplete"), (["requestIdentifier": 5], "incomplete"),
      (["appAppleId": 1], "otherApp"), (["appAppleId": nil], "otherApp"),
      (["environment": "Xcode"], "otherApp"),
      (["originalTransactionId": "1"], "unknownCustomer"),
      (["notificationType": "TEST"], "otherApp"),
    ] as [([String: JSON], String)])
  func refused(changes: [String: JSON], cause: String) async throws {
    let world = try RetentionWorld()
    try await world.subscribe(1, from: "DEU", ledger)
    let (parts, application) = try world.server(ledger).running()
    let payload = try world.request(of: 1, changes)
    for _ in 1...2 { #expect(try await RetentionWorld.ask(payload, application) == "{}") }
    #expect(try count("nothing", cause, parts) == (cause == "unknownCustomer" ? 1 : 2))
    // The same with everything right is answered.
    let good = try world.request(2, of: 1, age: 300_000)
    #expect(
      try await RetentionWorld.ask(good, application) == RetentionWorld.message("stay", "en"))
    #expect(try count("message", "decided", parts) == 1)
  }

  @Test(
    "what Apple did not sign, or signed for another purpose, is nothing, and its sender pays",
    arguments: ["notTrusted", "otherApp"])
  func forged(cause: String) async throws {
    let world = try RetentionWorld()
    try await world.subscribe(1, from: "DEU", ledger)
    let (parts, application) = try world.server(ledger).running()
    let good = try world.request(of: 1)
    let transaction = try world.request(of: 1, ["transactionId": "1"])
    let payload = cause == "otherApp" ? transaction : String(good.dropLast(4)) + "AAAA"
    let forged = RetentionWorld.post(payload)
    var statuses: [String: Int] = [:]
    for _ in 1...300 {
      let response = try await TestServer.send(forged, to: application, from: "203.0.113.9")
      statuses[String(response.prefix(3)), default: 0] += 1
    }
    #expect(statuses["200", default: 0] > 0 && statuses["429", default: 0] > 0, "\(statuses)")
    #expect(try count("nothing", cause, parts) == Double(statuses["200", default: 0]))
    #expect(try await RetentionWorld.ask(good, application) == RetentionWorld.message("stay"))
  }

  @Test("a server that only reads answers with nothing")
  func readOnly() async throws {
    let world = try RetentionWorld()
    var server = try world.server(ledger)
    server.isReadOnly = true
    let (parts, application) = try server.running()
    #expect(try await RetentionWorld.ask(world.request(of: 1), application) == "{}")
    #expect(try count("nothing", "ledgerUnavailable", parts) == 1)
  }

  @Test("a body that is no request gets a problem, and takes nothing down")
  func hostile() async throws {
    let application = try RetentionWorld().server(ledger).application()
    let deep = String(repeating: "[", count: 5_000)
    for (number, body) in [
      "", "x", "[]", "null", "{}", "{\"signedPayload\":7}", "{\"signedPayload\":null}",
      "{\"signedPayload\":[\"a\"]}", "\"a\"", deep, "{\"signedPayload\":\"a\"",
      "{\"signedPayload\":\"a\",\"signedPayload\":\"b\"}",
      "{\"signedPayload\":\"" + String(repeating: "a", count: 2_000_000) + "\"}",
    ].enumerated() {
      let response = try await TestServer.send(
        "POST /v1/appstore/retention\n\n\(body)", to: application, from: "203.0.113.\(number)")
      #expect(response.hasPrefix("4"), "\(body.prefix(40)): \(response.prefix(300))")
    }
    for text in ["", "a", "a.b.c", "..", "e30.e30.e30", "\\u0000", "é.é.é"] {
      let response = try await TestServer.send(
        RetentionWorld.post(text), to: application, from: "198.51.100.1")
      #expect(response.hasSuffix("\n\n{}"), "\(text): \(response)")
    }
  }

  @Test("a request that comes again gets the same bytes, also from a server that starts anew")
  func repeated() async throws {
    let world = try RetentionWorld()
    let folder = try TemporaryFolder()
    let path = folder.path + "/ledger.sqlite"
    let request = try world.request(of: 1)
    var answers: [String] = []
    for run in 0..<2 {
      let ledger = try SQLiteLedger.open(path: path)
      if run == 0 { try await world.subscribe(1, from: "JPN", ledger) }
      let (parts, application) = try world.server(ledger).running()
      for _ in 1...2 { answers.append(try await RetentionWorld.ask(request, application)) }
      #expect(try count("offer", "decided", parts) == (run == 0 ? 1 : 0))
      #expect(try count("earlier", "repeated", parts) == (run == 0 ? 1 : 2))
      // Another request has another nonce.
      let other = try await RetentionWorld.ask(try world.request(2 + run, of: 1), application)
      #expect(other.contains("promotionalOfferSignatureV2") && !answers.contains(other))
      await ledger.close()
    }
    #expect(Set(answers).count == 1 && answers[0].contains("promotionalOffer"), "\(answers)")
  }

  @Test(
    "two servers that are asked at once give one answer",
    .enabled(if: PostgresCluster.isInstalled))
  func nodes() async throws {
    let world = try RetentionWorld()
    let address = try PostgresAddress(PostgresCluster.shared.get().address())
    let ledgers = try (0..<2).map { _ in try PostgresLedger.open(address) }
    try await world.subscribe(1, from: "JPN", ledgers[0])
    let applications = try ledgers.map { try world.server($0).application() }
    let request = try world.request(of: 1)
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<20 {
        group.addTask { try await RetentionWorld.ask(request, applications[number % 2]) }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(answers.count == 1, "\(answers)")
    #expect(answers.first?.contains("promotionalOffer") == true)
    for ledger in ledgers { await ledger.close() }
  }

  @Test("a limit that is used up between the decision and the signature leaves the message")
  func limit() async throws {
    var world = try RetentionWorld()
    world.limit = OfferLimit(perDay: 1)
    for customer in 1...2 { try await world.subscribe(customer, from: "JPN", ledger) }
    // Both are decided before either is stored.
    let barrier = Barrier()
    let (parts, application) = try world.server(HeldLedger(ledger: ledger, writes: barrier))
      .running()
    let requests = try (1...2).map { try world.request($0, of: $0, locale: "ja") }
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for request in requests {
        group.addTask { try await RetentionWorld.ask(request, application) }
      }
      await until { barrier.arrivals == 2 }
      barrier.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.filter { $0 == RetentionWorld.message("half", "ja") }.count == 1, "\(answers)")
    #expect(answers.filter { $0.contains("promotionalOfferSignatureV2") }.count == 1)
    #expect(try count("message", "limitReached", parts) == 1)
    let used = try await ledger.dayCounts(
      of: ["loyalty"], in: .production, at: RetentionWorld.now)
    #expect(used == ["loyalty": 1])
  }

  @Test("a ledger that does not say who the customer is leaves nothing, and learns what was said")
  func reading() async throws {
    let world = try RetentionWorld()
    try await world.subscribe(1, from: "DEU", ledger)
    let barrier = Barrier()
    var server = try world.server(HeldLedger(ledger: ledger, reads: barrier))
    server.retentionDeadline = { await barrier.arrival() }
    let (parts, application) = try server.running()
    let request = try world.request(of: 1)
    #expect(try await RetentionWorld.ask(request, application) == "{}")
    #expect(try count("nothing", "late", parts) == 1)
    barrier.open()
    try await expect("{}", of: request, world)
  }

  @Test("a ledger that does not grant in time leaves the message, which takes no place in a limit")
  func writing() async throws {
    let world = try RetentionWorld()
    try await world.subscribe(1, from: "JPN", ledger)
    let barrier = Barrier()
    var server = try world.server(HeldLedger(ledger: ledger, writes: barrier))
    server.retentionDeadline = { await barrier.arrival() }
    let (parts, application) = try server.running()
    let request = try world.request(of: 1)
    let message = RetentionWorld.message("half")
    #expect(try await RetentionWorld.ask(request, application) == message)
    #expect(try count("message", "late", parts) == 1)
    barrier.open()
    try await expect(message, of: request, world)
    let histories = try await ledger.histories(
      of: .originalTransactionId(RetentionWorld.purchase(1)), in: .production)
    #expect(histories.map(\.grants) == [[]])
  }

  @Test("an answer that goes out while another one is committed takes its place in the ledger")
  func committing() async throws {
    let world = try RetentionWorld()
    try await world.subscribe(1, from: "JPN", ledger)
    let barrier = Barrier()
    var server = try world.server(HeldLedger(ledger: ledger, committed: barrier))
    server.retentionDeadline = { await barrier.arrival() }
    let request = try world.request(of: 1)
    let message = RetentionWorld.message("half")
    #expect(try await RetentionWorld.ask(request, server.application()) == message)
    let stored = { try await ledger.knowledge(of: Self.named) }
    guard case .answered(let offer) = try await stored() else {
      Issue.record("nothing is stored")
      return
    }
    #expect(offer.contains("promotionalOfferSignatureV2"))
    barrier.open()
    try await until {
      if case .answered(let body) = try await stored() { body == message } else { false }
    }
    try await expect(message, of: request, world)
  }

  @Test("a ledger that is closed leaves nothing")
  func closed() async throws {
    let world = try RetentionWorld()
    let (parts, application) = try world.server(ledger).running()
    await ledger.close()
    #expect(try await RetentionWorld.ask(world.request(of: 1), application) == "{}")
    #expect(try count("nothing", "ledgerUnavailable", parts) == 1)
  }

  @Test("readiness names the messages that Apple approved in no language, and no others")
  func readiness() throws {
    var world = try RetentionWorld()
    func codes() throws -> [String] {
      RetentionReadiness.reasons(try world.server(ledger).snapshot, at: RetentionWorld.now)
        .map(\.detail)
    }
    // The sandbox has German alone.
    let open = try #require(try codes().first)
    #expect(open.contains("'draft', 'half', 'switch', which") && !open.contains("'stay'"))
    world.change = { $0.app.environments = [.production] }
    #expect(try codes().first?.contains("shows 'draft', which") == true)
    world.change = {
      $0.app.environments = [.production]
      $0.placements["cancel"] = Placement(id: "cancel", default: .paywall("stay"))
    }
    #expect(try codes() == [])
    world.change = { $0.placements["cancel"] = nil }
    #expect(try codes() == [])
  }

  /// The same request, of the ledger without a barrier, until the answer that went out is stored.
  private func expect(_ body: String, of request: String, _ world: RetentionWorld) async throws {
    let (parts, application) = try world.server(ledger).running()
    try await until {
      if case .answered = try await ledger.knowledge(of: Self.named) { true } else { false }
    }
    #expect(try await RetentionWorld.ask(request, application) == body)
    #expect(try count("earlier", "repeated", parts) == 1)
  }
}
