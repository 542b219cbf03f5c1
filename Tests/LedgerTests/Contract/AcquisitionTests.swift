import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// The facts in app transactions about how a customer came to the app.
@Suite struct AcquisitionTests {
  @Test("The newest app transaction says whether Apple took the app back", .everyLedger)
  func revoked() async throws {
    func acquisition() async throws -> Acquisition? {
      try await ledger.only(.appTransactionId("7040"))?.acquisition
    }
    func send(_ uuid: String, _ app: Verified<AppTransaction>) async throws {
      try await ledger.append(Sample.notification(uuid, app: app), at: 9)
    }
    try await send("a", Sample.app("7040", signed: 1, store: .education))
    #expect(
      try await acquisition()
        == Acquisition(signedDate: Sample.day(1), storeType: "education"))
    try await send("c", Sample.app("7040", signed: 5, revoked: 4, store: .education))
    try await send("b", Sample.app("7040", signed: 3, store: .enterprise))
    #expect(try await acquisition()?.revocationDate == Sample.day(4))
    #expect(try await acquisition()?.isRevoked(at: Sample.day(4)) == true)
    #expect(try await acquisition()?.isRevoked(at: Sample.day(3)) == false)
    #expect(try await acquisition()?.storeType == "education")
    try await send("d", Sample.app("7040", signed: 8))
    #expect(try await acquisition() == Acquisition(signedDate: Sample.day(8)))
  }

  @Test("The one that was signed last decides, whatever the order of arrival", .everyLedger)
  func order() async throws {
    // The days on which each was signed; a revocation has the same day.
    let cases: [(days: [Double], revoked: Set<Double>)] = [
      ([1, 3, 2], [1, 3]), ([1, 2, 3], [1, 3]), ([3, 1, 2], [1, 3]), ([1, 3, 2], [2]),
      ([1, 2, 3], [2]), ([2, 3, 1], [2]),
    ]
    for (number, (days, revoked)) in cases.enumerated() {
      let id = "704\(number)"
      for day in days {
        let app = Sample.app(id, signed: day, revoked: revoked.contains(day) ? day : nil)
        try await ledger.append(Sample.notification("\(id) \(day)", app: app), at: 9)
      }
      let acquisition = try await ledger.only(.appTransactionId(id))?.acquisition
      #expect(
        acquisition?.isRevoked(at: Sample.day(9)) == revoked.contains(3), "\(days) \(revoked)")
    }
  }

  @Test("A request that shows the revocation is judged by it")
  func shown() throws {
    let evidence = try Evidence(
      transactions: [], renewals: [], appTransaction: Sample.app("7040", signed: 5, revoked: 4))
    #expect(evidence.history.acquisition?.isRevoked(at: Sample.day(9)) == true)
  }

  @Test("A purchase of the customer leaves it, and an erased customer has none", .everyLedger)
  func kept() async throws {
    try await ledger.append(
      Sample.notification("a", app: Sample.app("7040", signed: 5, revoked: 4)), at: 9)
    try await ledger.append(Sample.notification("b", Sample.fact("100")), at: 9)
    let history = try #require(try await ledger.only(.originalTransactionId("100")))
    #expect(history.acquisition?.revocationDate == Sample.day(4))
    try await ledger.forget(.appTransactionId("7040"), at: 10)
    try await ledger.append(Sample.notification("c", Sample.fact("100")), at: 11)
    #expect(try await ledger.only(.originalTransactionId("100"))?.acquisition == nil)
  }
}
