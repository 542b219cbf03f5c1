@testable import PaywallCatalog
@testable import Subscribers
import Testing

/// A history as it was at a past moment, by Apple's moments.
@Suite struct PastHistoryTests {
  /// Days since the beginning of 2026.
  private static func day(_ day: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_767_225_600_000 + day * 86_400_000)
  }

  private static func fact(
    _ id: String, bought: Int64, signed: Int64, until: Int64? = nil, chain: String = "1",
    product: String = "pro_monthly", isUpgraded: Bool = false, revoked: Int64? = nil
  ) -> TransactionFact {
    TransactionFact(
      environment: .production, transactionId: id, originalTransactionId: chain,
      productId: product, signedDate: day(signed),
      type: until == nil ? nil : OpenEnum(.autoRenewable),
      ownership: OpenEnum(.purchased), purchaseDate: day(bought), expiresDate: until.map(day),
      isUpgraded: isUpgraded, revocationDate: revoked.map(day))
  }

  private static func info(signed: Int64, autoRenews: Bool) -> RenewalFact {
    RenewalFact(
      environment: .production, originalTransactionId: "1", signedDate: day(signed),
      autoRenews: autoRenews)
  }

  private static func known(
    at moment: Int64, _ copies: [TransactionFact], _ infos: [RenewalFact] = []
  ) -> CustomerHistory {
    CustomerHistory(environment: .production, transactions: copies, renewals: infos)
      .known(at: day(moment), copies: copies, infos: infos)
  }

  @Test("what was bought or renewed later is not known")
  func bought() {
    let copies = [
      Self.fact("1", bought: 0, signed: 0, until: 30),
      Self.fact("2", bought: 30, signed: 30, until: 60),
      Self.fact("9", bought: 150, signed: 150, chain: "9", product: "lifetime"),
    ]
    #expect(Self.known(at: 10, copies).transactions.map(\.transactionId) == ["1"])
    #expect(Self.known(at: 40, copies).transactions.map(\.transactionId) == ["1", "2"])
    #expect(Self.known(at: 150, copies).transactions.map(\.transactionId) == ["1", "2", "9"])
  }

  @Test("a purchase that was read later is known from when it was bought")
  func readLater() {
    let copies = [Self.fact("1", bought: 0, signed: 200, until: 30, revoked: 20)]
    let before = Self.known(at: 10, copies).transactions
    #expect(before.map(\.transactionId) == ["1"] && before.first?.revocationDate == nil)
    let after = Self.known(at: 25, copies).transactions
    #expect(after.first?.revocationDate == Self.day(20))
    // Nothing says that it was read after the moment.
    #expect((before + after).allSatisfy { $0.signedDate <= Self.day(25) })
  }

  @Test("a refund holds until it is reversed, and not before it")
  func reversed() {
    let copies = [
      Self.fact("1", bought: 0, signed: 0, until: 365),
      Self.fact("1", bought: 0, signed: 50, until: 365, revoked: 50),
      Self.fact("1", bought: 0, signed: 90, until: 365),
    ]
    for (moment, isRevoked) in [(10, false), (60, true), (100, false)] as [(Int64, Bool)] {
      let history = Self.known(at: moment, copies)
      #expect((history.transactions.first?.revocationDate != nil) == isRevoked, "\(moment)")
      let state = history.subscriber(at: Self.day(moment)).subscriptions.first?.state
      #expect(state == (isRevoked ? .revoked : .subscribed), "\(moment)")
    }
  }

  @Test("an upgrade replaces a period only from its moment on")
  func upgraded() {
    let copies = [
      Self.fact("1", bought: 0, signed: 20, until: 30, isUpgraded: true),
      Self.fact("2", bought: 15, signed: 15, until: 45, product: "pro_yearly"),
    ]
    let before = Self.known(at: 10, copies)
    #expect(before.transactions.map(\.isUpgraded) == [false])
    #expect(
      before.subscriber(at: Self.day(10)).subscriptions.first?.current?.productId == "pro_monthly")
    let after = Self.known(at: 16, copies)
    #expect(after.transactions.map(\.isUpgraded) == [true, false])
  }

  @Test("renewal that was turned off later renews")
  func turnedOff() {
    let copies = [Self.fact("1", bought: 0, signed: 0, until: 30)]
    let infos = [Self.info(signed: 0, autoRenews: true), Self.info(signed: 20, autoRenews: false)]
    #expect(Self.known(at: 10, copies, infos).renewals.map(\.autoRenews) == [true])
    #expect(Self.known(at: 25, copies, infos).renewals.map(\.autoRenews) == [false])
    #expect(Self.known(at: 10, copies, [infos[1]]).renewals.isEmpty)
  }

  @Test("grants and their use later are not known")
  func grants() {
    var grant = Grant(
      id: 1, environment: .production, offer: "loyalty", offerId: "loyalty", product: "pro",
      grantedAt: Self.day(10), release: "r")
    grant.redemption = Grant.Redemption(transactionId: "1", purchaseDate: Self.day(11))
    let history = CustomerHistory(environment: .production, grants: [grant])
    func known(_ moment: Int64) -> [Grant] {
      history.known(at: Self.day(moment), copies: [], infos: []).grants
    }
    #expect(known(9).isEmpty)
    #expect(known(10).map(\.redemption) == [nil])
    #expect(known(11).map(\.redemption?.transactionId) == ["1"])
  }
}
