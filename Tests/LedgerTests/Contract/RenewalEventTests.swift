import AppStore
import Ledger
import PaywallCatalog
import Testing

@Suite struct RenewalEventTests {
  /// Keeps the events of a person of the only unit.
  private struct Events: PersonReducer {
    var events: Set<RenewalEvent> = []
    mutating func add(_ person: PersonFacts) { events.formUnion(person.events) }
  }

  @Test(
    "what happened to a renewal is kept once, with Apple's time, until the customer is erased",
    .everyLedger)
  func kept() async throws {
    func events() async throws -> [String] {
      try await ledger.persons(
        of: .price, until: Sample.day(99), reducing: Events()
      ).reducer.events.map { "\($0.kind) at \($0.at.days(since: Sample.day(0)))" }.sorted()
    }
    try await ledger.record(Sample.exposure("1", "device"))
    let fact = Sample.purchase("101", bought: 2)
    for (uuid, type, subtype) in [
      ("a", "SUBSCRIBED", nil), ("b", "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"),
      ("c", "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"),
      ("d", "DID_FAIL_TO_RENEW", "GRACE_PERIOD"), ("e", "DID_CHANGE_RENEWAL_STATUS", "NEWER"),
    ] {
      let plain = Sample.notification(uuid, type: type, fact)
      var payload = plain.payload
      payload.subtype = subtype
      try await ledger.append(Sample.signed(payload, plain), at: 3)
    }
    try await ledger.see(Sample.claim(anonymous: "device"))
    #expect(try await events() == ["billingFailed at 2", "turnedOff at 2"])
    try await ledger.forget(.appTransactionId("7040"), at: 4)
    #expect(try await events().isEmpty)
  }
}
