import AppStore
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Subscribers
import Testing

@testable import AppStoreSync

/// One look an hour for all servers, page by page.
struct FullPriceWatchTests {
  private static let hour: Int64 = 3_600

  /// Makes a customer who has a signed offer, and who bought without it if `isBought`.
  private static func grant(
    _ number: Int, isBought: Bool, _ ledger: any Ledger
  ) async throws {
    let (customer, chain) = ("c\(number)", "\(number)00")
    _ = try await ledger.append(
      Sample.notification("n\(number)", Sample.fact(chain, of: customer)), at: Sample.at(0))
    let offer = Offer(
      key: "half", id: "half3m", kind: .promotional, products: ["pro_monthly"])
    let outcomes = try await ledger.grant(
      [
        GrantRequest(
          environment: .production, customer: CustomerIdentity(appTransactionId: customer),
          evidence: nil, trusted: nil, offer: offer, product: "pro_monthly", release: "r1",
          assignment: nil, origin: nil,
          attempt: GrantRequest.Attempt(
            nonce: "nonce-\(number)", keyId: "KEY1", caller: .client, moment: .atPurchase))
      ], at: Sample.at(10))
    #expect(outcomes.count == 1)
    if isBought { try await buy(number, ledger) }
  }

  private static func buy(_ number: Int, _ ledger: any Ledger) async throws {
    let bought = Sample.fact(
      "\(number)01", of: "c\(number)", chain: "\(number)00", bought: 20)
    _ = try await ledger.append(Sample.notification("b\(number)", bought), at: Sample.at(21))
  }

  private static func run(
    _ ledger: any Ledger, at seconds: Int64, _ holder: String = "one"
  ) async throws -> [String]? {
    try await FullPriceWatch(ledger, holder: holder, now: { Sample.at(seconds) }).run()?
      .map(\.purchase.transaction.transactionId)
  }

  @Test("Every page of grants is looked at")
  func pages() async throws {
    let ledger = SQLiteLedger.inMemory()
    // In the oldest, in the middle and in the newest page.
    let bought: Set = [3, FullPriceWatch.page + 20, 2 * FullPriceWatch.page + 40]
    for number in 0..<2 * FullPriceWatch.page + 50 {
      try await Self.grant(number, isBought: bought.contains(number), ledger)
    }
    #expect(
      try await Self.run(ledger, at: Self.hour) == bought.sorted(by: >).map { "\($0)01" })
    // The watch looks at the last three days only.
    #expect(try await Self.run(ledger, at: 73 * Self.hour) == [])
  }

  @Test("A second server takes over what the first one found, and looks again after an hour")
  func servers() async throws {
    let ledger = SQLiteLedger.inMemory()
    try await Self.grant(1, isBought: true, ledger)
    try await Self.grant(2, isBought: false, ledger)
    #expect(try await Self.run(ledger, at: 100, "one") == ["101"])
    try await Self.buy(2, ledger)
    #expect(try await Self.run(ledger, at: 700, "two") == ["101"])
    #expect(try await Self.run(ledger, at: 100 + Self.hour, "two") == ["201", "101"])
    // While one looks, the other says nothing.
    let claim = JobClaim(job: "fullPrice", holder: "one", until: Sample.at(9 * Self.hour))
    #expect(try await ledger.claim(claim, at: Sample.at(2 * Self.hour)) != nil)
    #expect(try await Self.run(ledger, at: 3 * Self.hour, "two") == nil)
  }

  @Test("A look that was killed goes on at its page, and an old one begins again")
  func resumed() async throws {
    for (seconds, expected) in [(1_000, ["101"]), (2 * Self.hour, ["201", "101"])] {
      let ledger = SQLiteLedger.inMemory()
      try await Self.grant(1, isBought: true, ledger)
      try await Self.grant(2, isBought: true, ledger)
      // It had looked at the second grant before that was bought.
      let claim = JobClaim(job: "fullPrice", holder: "killed", until: Sample.at(200))
      _ = try await ledger.replay(
        [],
        JobProgress(
          claim,
          #"{"found":[],"look":{"beganAt":\#(Sample.at(50).milliseconds),"before":2,"found":[]}}"#),
        at: Sample.at(50))
      #expect(try await Self.run(ledger, at: seconds) == expected)
    }
  }
}
