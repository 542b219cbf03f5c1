@testable import Subscribers
import AppStore
import Foundation
import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog
import Serving
import Synchronization
import Testing

@testable import LedgerSQLite

/// Ledgers to export, and their exports.
extension ExportTests {
  struct Export {
    var salt = ""
    var texts: Set<LedgerEntry> = []
    var rows: [ExportedRow] = []

    var options: SQLiteLedger.Options {
      var options = SQLiteLedger.Options()
      options.restoredSalt = salt
      return options
    }
  }

  static func export(_ ledger: SQLiteLedger) async throws -> Export {
    let export = Mutex(Export())
    try await ledger.export { item in
      export.withLock { export in
        switch item {
        case .ledger(let salt): export.salt = salt
        case .text(let entry): export.texts.insert(entry)
        case .row(let row): export.rows.append(row)
        case .end(let lines): #expect(lines == 1 + export.texts.count + export.rows.count)
        }
      }
    }
    return export.withLock { $0 }
  }

  /// Two customers, one of them without a name.
  static func texts(_ ledger: SQLiteLedger) async throws {
    for fact in [
      Sample.fact("45", token: Sample.uuid(45)), Sample.fact("46", customer: nil),
    ] {
      try await ledger.append(Sample.notification("n" + fact.transactionId, fact), at: 1)
    }
    for uuid in ["ask", "open"] {
      try await ledger.append(
        Sample.notification(
          uuid, type: "CONSUMPTION_REQUEST", Sample.fact("45", token: Sample.uuid(45)), signed: 1),
        at: 1)
    }
  }

  /// An answered request, and its report.
  static func answer(_ ledger: SQLiteLedger) async throws {
    for id in ["45", nil] {
      let report = ConsumptionReport(
        transactionId: id, customerConsented: true, deliveryStatus: .undeliveredOther,
        sampleContentProvided: true, reportedAt: Sample.day(1.1))
      #expect(
        try await ledger.keep(
          report, of: .originalTransactionId("45"), in: .production, at: Sample.day(1.1))
          == .kept(requests: 2))
    }
    let answer = RefundAnswer(deliveryStatus: .undeliveredOther, sampleContentProvided: true)
    #expect(
      try await ledger.settle(
        "ask", as: .answered(answer, rule: "others", at: Sample.day(1.2)),
        on: RefundBasis(facts: nil, report: nil, release: "r1"), failure: "slow"))
  }

  /// Two copies of a refund; the first was received a day before the second.
  static func refunds(_ ledger: SQLiteLedger, order: [Int]) async throws {
    for number in order {
      var fact = Sample.refund(of: Sample.fact("45", token: Sample.uuid(45)), at: 0.5)
      fact.signedDate = Sample.day(0.6 + Double(number) / 10)
      fact.revocationType = OpenEnum(.refundProrated)
      fact.revocationPercentage = 50_000
      try await ledger.append(
        Sample.notification("r\(number)", type: "REFUND", fact), at: Double(number + 1))
    }
  }

  static func gone() throws -> Evidence {
    try Evidence(transactions: [Sample.transaction(Sample.fact("47", customer: "7041"))])
  }

  static func fill(_ ledger: SQLiteLedger) async throws {
    try await ledger.record(
      Sample.exposure("e0", "gone", kind: .userId), Sample.exposure("e0", "stays"))
    // They are erased before anything else, so that the other texts are those of `texts`.
    let gone = try gone()
    try await ledger.append(gone, user: "gone", at: 1)
    try await ledger.grant(
      [Sample.request(Sample.offer(), customer: gone.identity, evidence: gone, nonce: 1)],
      at: 1)
    try await ledger.forget(.user("gone"), at: 1, leaving: PurchaseCount())
    try await refunds(ledger, order: [0, 1])
    try await ledger.setWebhooks([Sample.endpoint()], selling: Sample.products(), at: Sample.day(0))
    try await ledger.setCredits(Sample.credited)
    try await texts(ledger)
    try await answer(ledger)
    try await ledger.keepAside(Sample.unowned(77), at: 1)
    for (user, id) in [("ada", "45"), ("bob", "46")] {
      #expect(try await ledger.link(user, to: .originalTransactionId(id), at: 1.1))
    }
    for (id, name) in [
      ("ada's", .user("ada")), ("45's", .originalTransactionId("45")),
      ("46's", .originalTransactionId("46")),
    ] as [(String, CustomerName)] {
      try await ledger.give(Sample.access(id, until: 30, at: 1.2), to: name)
      try await ledger.post(Sample.correction(id, 5), to: name, at: 1.2)
    }
    // One has two names, one has ended, and one was taken back before it was recorded.
    try await ledger.claim(
      "s1", for: SeatMember(userId: "ada", appTransactionId: "7099"), of: "45", at: 1.2)
    try await ledger.claim("s2", for: SeatMember(userId: "bob"), of: "45", at: 1.2)
    for id in ["s2", "s3"] { try await ledger.unclaim(id, of: "45", at: 1.25) }
    try await ledger.confirmHistory(of: .user("ada"), fetchedAt: 1.3)
    try await ledger.grant(
      [
        Sample.request(Sample.offer(), nonce: 2, assignment: Sample.assignment("ada"))
      ], at: 1.2)
    var first = Sample.exposure("e1", "ada", kind: .userId)
    first.details = Sample.details(3, flags: .beyondTraffic)
    first.deviceTime = DeviceTime(at: Sample.day(0.9), offset: 5)
    var elsewhere = Sample.exposure("e3", "ada", kind: .userId)
    elsewhere.placement = "settings"
    try await ledger.record(first, Sample.exposure("e2", "device", "control"), elsewhere)
    try await ledger.hold(
      Sample.heldOut("e4", "held", at: 0.7), Sample.heldOut("e5", "held", at: 0.8))
    try await ledger.see(Sample.claim(user: "ada", anonymous: "device"))
    var doubt = Sample.claim(user: "ada")
    doubt.customer = CustomerIdentity(originalTransactionIds: ["46"])
    #expect(try await ledger.see(doubt) == [.contested])
    for number in 1...9 { try await ledger.see(Sample.claim(user: "u\(number)")) }
    try await ledger.add(Sample.batch(1, [Sample.counted(): 3]), at: 1.4)
    let state = PhaseState(
      experiment: "price", phase: 1, parts: [.status: "running", .traffic: "50%"])
    try await ledger.record(
      ServedRelease(release: "r1", phases: [state], holdout: ""), at: Sample.day(1))
    try await ledger.alias("device", to: "ada", vouchedBy: .server, at: 1.4)
    try await ledger.want("45", in: .production, from: Sample.day(1.4))
    _ = try await ledger.claim(
      JobClaim(job: "reconcile Production", holder: "one", until: Sample.day(1.5)),
      at: Sample.day(1.4))
  }
}
