import PaywallCatalog
import Subscribers
import Testing

/// Which revocations give money back.
struct RevocationTests {
  private static let switched = OpenEnum<RevocationType>(raw: "UPGRADED_TO_BUNDLE")

  private static func revoked(
    type: OpenEnum<RevocationType>? = nil, reason: Int? = nil, share: Int? = nil,
    refundedAt: Double? = nil, ownership: Ownership = .purchased
  ) -> TransactionFact {
    var fact = TransactionFact.bought(
      ownership: ownership, revoked: 12, revocationReason: reason, share: share)
    fact.revocationType = type
    fact.refundedAt = refundedAt.map(day)
    return fact
  }

  @Test(
    "Money is given back by type, by reason 0 or 1, or by a refund notification, and else not",
    arguments: [
      (revoked(type: OpenEnum(.refundFull)), 0),
      (revoked(type: OpenEnum(.refundFull), share: 3), 0),
      (revoked(type: OpenEnum(.refundProrated), share: 40_000), 5994),
      (revoked(reason: 0), 0), (revoked(reason: 1), 0), (revoked(reason: 1, share: 40_000), 5994),
      (revoked(refundedAt: 12), 0), (revoked(type: switched, refundedAt: 12), 0),
      (revoked(), 9990), (revoked(share: 40_000), 9990), (revoked(reason: 2), 9990),
      (revoked(type: switched, reason: 2), 9990), (revoked(reason: 2, refundedAt: 11), 9990),
      (revoked(type: OpenEnum(.familyRevoke), reason: 0), 9990),
    ] as [(TransactionFact, Int64)])
  func money(fact: TransactionFact, left: Int64) {
    let subscriber = CustomerHistory.of(fact).subscriber(at: day(20), in: shop)
    #expect(subscriber.spend["EUR"] ?? 0 == left)
    #expect(subscriber.refunds == (left < 9990 ? 1 : 0))
    #expect(subscriber.groups.first?.facts.refunded == (left < 9990))
    #expect(CustomerHistory.of(fact).names(at: 20).isEmpty)
    #expect(CustomerHistory.of(fact).names(at: 11) == ["pro"])
  }

  @Test(
    "What is neither a refund nor a known revocation is named with its raw values",
    arguments: [
      (revoked(type: switched, reason: 2), "type 'UPGRADED_TO_BUNDLE', reason 2"),
      (revoked(reason: 7), "reason 7"), (revoked(), "no type and no reason"),
      (revoked(reason: 1), nil), (revoked(type: OpenEnum(.assignmentRevoke)), nil),
      (revoked(ownership: .familyShared), nil), (revoked(refundedAt: 12), nil), (.bought(), nil),
    ] as [(TransactionFact, String?)])
  func named(fact: TransactionFact, words: String?) {
    #expect((fact.isRevocationNotUnderstood ? fact.revocationWords : nil) == words)
  }

  @Test(
    "A later copy that no longer says why keeps that it was a refund; a new revocation does not")
  func kept() {
    var history = CustomerHistory.of(Self.revoked(refundedAt: 12))
    var later = Self.revoked()
    later.signedDate = day(15)
    history.add(later)
    #expect(history.subscriber(at: day(20)).refunds == 1)
    later.revocationDate = day(16)
    later.signedDate = day(17)
    history.add(later)
    #expect(history.subscriber(at: day(20)).refunds == 0)
  }
}
