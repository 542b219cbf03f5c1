import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

@Suite struct OrderTests {
  /// The names by which the ledger is asked for the result of facts in some order.
  static let names: [CustomerName] =
    ["7040", "7050"].map { .appTransactionId($0) }
    + ["100", "200", "300"].map { .originalTransactionId($0) } + [.user("ada"), .user("t1")]

  /// Facts of three chains and two customers with copies, names that change and renewal info.
  static func facts() -> [Verified<AppStore.Notification>] {
    var refunded = Sample.fact(
      "101", chain: "100", signed: 9, token: "t1", offer: "half3m", bought: 1.2)
    refunded.revocationDate = Sample.day(9)
    let transactions = [
      Sample.fact("100", customer: nil, kind: .introductory),
      Sample.fact("101", chain: "100", signed: 1.3, offer: "half3m", bought: 1.2), refunded,
      Sample.fact("102", chain: "100", signed: 31, offer: "half3m", reason: .renewal),
      Sample.fact("200", customer: nil, signed: 2), Sample.fact("201", chain: "200", signed: 3),
      Sample.fact("202", chain: "200", customer: "7050", signed: 4, token: "t1"),
      Sample.fact("203", chain: "200", customer: "7040", signed: 3.5),
      Sample.fact("300", customer: nil, signed: 1),
    ]
    let renewals: [RenewalFact?] = [
      nil, Sample.renewalFact("100", signed: 2), nil, Sample.renewalFact("100", signed: 31), nil,
      Sample.renewalFact("200", customer: "7040", signed: 3), nil, nil,
      Sample.renewalFact("300", signed: 1, autoRenews: false),
    ]
    return zip(transactions, renewals).enumerated().map { index, facts in
      Sample.notification(Sample.uuid(index), facts.0, facts.1)
    } + [Sample.notification("r", nil, Sample.renewalFact("300", customer: "7050", signed: 5))]
  }

  @Test("The histories do not depend on the order of arrival", arguments: LedgerKind.allCases)
  func permutations(kind: LedgerKind) async throws {
    var random = SplitMix(state: 11)
    var expected: [Set<CustomerHistory>]?
    for _ in 0..<(kind == .memory ? rounds(60, all: 300) : rounds(8, all: 25)) {
      let order = Self.facts().shuffled(using: &random)
      let repeated = order + order.prefix(4)
      let histories = try await kind.withLedger { ledger in
        for notification in repeated {
          try await ledger.append(notification, at: 40)
        }
        var found: [Set<CustomerHistory>] = []
        for name in Self.names {
          found.append(Set(try await ledger.histories(of: name)))
        }
        return found
      }
      if let expected { #expect(histories == expected) } else { expected = histories }
    }
    #expect(expected?.map(\.count) == [1, 1, 1, 1, 1, 0, 2])
  }
}
