import AppStore
import LedgerStorage
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

@testable import Ledger
@testable import LedgerPostgres

/// The number of times that a call waits for the database, on connections that know their
/// statements. With a millisecond of network between, each of them takes a millisecond.
@Suite("Round trips to PostgreSQL", .enabled(if: PostgresCluster.isInstalled))
struct RoundTripTests {
  /// Opens one connection that writes and one that reads, so that each has run the statements
  /// before.
  private static func withLedger(_ body: (PostgresLedger) async throws -> Void) async throws {
    var options = PostgresLedger.Options()
    options.writers = 1
    options.readers = 1
    let ledger = try PostgresLedger.open(.unused(), options: options)
    do {
      try await body(ledger)
      await ledger.close()
    } catch {
      await ledger.close()
      throw error
    }
  }

  /// Returns the round trips of the last of some calls.
  private static func ofLast(
    _ calls: ClosedRange<Int>, on ledger: PostgresLedger, _ call: (Int) async throws -> Void
  ) async throws -> Int {
    for number in calls.dropLast() { try await call(number) }
    let before = ledger.roundTrips.count
    try await call(calls.upperBound)
    return ledger.roundTrips.count - before
  }

  @Test("A notification takes two: of a new purchase, of a renewal, of its repetition")
  func notification() async throws {
    try await Self.withLedger { ledger in
      let purchases = try await Self.ofLast(1...4, on: ledger) { number in
        let appended = try await ledger.append(
          Sample.notification(
            "n\(number)", Sample.fact("\(100 + number)", customer: "\(7000 + number)", token: "t")),
          at: 1)
        #expect(appended == .new)
      }
      #expect(purchases == 2)
      let renewals = try await Self.ofLast(1...4, on: ledger) { number in
        let fact = Sample.fact(
          "\(200 + number)", chain: "\(100 + number)", customer: "\(7000 + number)", signed: 30,
          token: "t", reason: .renewal)
        try await ledger.append(Sample.notification("r\(number)", fact), at: 30)
      }
      #expect(renewals == 2)
      let repeated = try await Self.ofLast(1...4, on: ledger) { number in
        let fact = Sample.fact("\(100 + number)", customer: "\(7000 + number)")
        let appended = try await ledger.append(Sample.notification("n\(number)", fact), at: 31)
        #expect(appended == .already)
      }
      #expect(repeated == 2)
    }
  }

  @Test("A notification of a redeemed offer takes two, though it settles grants")
  func redemption() async throws {
    try await Self.withLedger { ledger in
      let trips = try await Self.ofLast(1...4, on: ledger) { number in
        let fact = Sample.fact(
          "\(100 + number)", customer: "\(7000 + number)", signed: 1, offer: "half3m")
        try await ledger.append(Sample.notification("n\(number)", fact), at: 1)
      }
      #expect(trips == 2)
    }
  }

  @Test("Notifications that come together share theirs")
  func together() async throws {
    try await Self.withLedger { ledger in
      // Each group's statements are the same, whatever its size.
      for round in 0..<3 {
        let before = ledger.roundTrips.count
        try await atOnce(256) { number in
          let id = "\(round * 1000 + number)"
          try await ledger.append(
            Sample.notification("n\(id)", Sample.fact("1\(id)", customer: "7\(id)")),
            at: 1)
        }
        guard round == 2 else { continue }
        #expect(ledger.roundTrips.count - before <= 256)
      }
    }
  }

  @Test("A grant takes two, with a limit of the day, and with evidence that is known")
  func grant() async throws {
    try await Self.withLedger { ledger in
      let offer = Sample.offer(limit: OfferLimit(perCustomer: 1, perDay: 50))
      for number in 1...8 {
        let fact = Sample.fact("\(100 + number)", customer: "\(7000 + number)")
        try await ledger.append(Sample.notification("n\(number)", fact), at: 1)
      }
      let named = try await Self.ofLast(1...4, on: ledger) { number in
        let request = Sample.request(
          offer, customer: CustomerIdentity(appTransactionId: "\(7000 + number)"), nonce: number)
        let outcome = try await ledger.grant([request], at: 2)[0]
        #expect(outcome.grant != nil)
      }
      #expect(named == 2)
      let proved = try await Self.ofLast(5...8, on: ledger) { number in
        let evidence = try Evidence(transactions: [
          Sample.transaction(Sample.fact("\(100 + number)", customer: "\(7000 + number)"))
        ])
        // The placement has presented the evidence before the button is pressed.
        try await ledger.append(evidence, at: 2)
        let before = ledger.roundTrips.count
        let request = Sample.request(
          offer, customer: evidence.identity, evidence: evidence, nonce: number)
        #expect(try await ledger.grant([request], at: 2)[0].grant != nil)
        if number == 8 { #expect(ledger.roundTrips.count - before == 2) }
      }
      #expect(proved == 4)
    }
  }

  @Test("What eligibility rests on takes one: a history, and what is known of evidence")
  func eligibility() async throws {
    try await Self.withLedger { ledger in
      for number in 1...3 {
        let fact = Sample.fact("10\(number)", chain: "101", signed: Double(number))
        try await ledger.append(
          Sample.notification("n\(number)", fact, Sample.renewalFact("101")), at: 1)
      }
      let identity = CustomerIdentity(appTransactionId: "7040")
      let history = try await Self.ofLast(1...3, on: ledger) { _ in
        let found = try await ledger.histories(of: .identity(identity))
        #expect(found.first?.transactions.count == 3)
        #expect(found.first?.renewals.count == 1)
      }
      #expect(history == 1)
      let evidence = try Evidence(transactions: [
        Sample.transaction(Sample.fact("103", chain: "101", signed: 3))
      ])
      let known = try await Self.ofLast(1...3, on: ledger) { _ in
        let found = try await ledger.known(of: evidence)
        #expect(found.history?.transactions.count == 3)
      }
      #expect(known == 1)
    }
  }
}
