import Foundation
import Testing

@testable import PaywallKit

/// The server's last answers and the store's word, merged.
@Suite struct CustomerRecordTests {
  private func moment(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  private func answer(_ entitlement: String, _ product: String, at seconds: Double)
    -> PaywallCustomer
  {
    PaywallCustomer(
      id: "somebody", entitlements: [.init(id: entitlement, product: product)],
      asOf: moment(seconds))
  }

  /// A purchase of an old system, which names no customer, refunded at 200.
  private var refunded: StoreTransaction {
    StoreTransaction(
      id: 7, originalId: 7, product: "lifetime", type: .nonConsumable, purchased: moment(50),
      revoked: moment(200), signed: moment(200), jws: "")
  }

  private func record(of others: [String: PaywallCustomer]) -> CustomerRecord {
    CustomerRecord(owner: "", customer: PaywallCustomer(id: "somebody"), unnamed: others)
  }

  @Test func `A refund locks, although the server has answered since about another purchase`() {
    let record = record(of: [
      "7": answer("archive", "lifetime", at: 100), "8": answer("pro", "monthly", at: 300),
    ])
    let customer = record.merged(with: [refunded], ProductGrants())
    #expect(customer.entitlements.map(\.id) == ["pro"])
  }

  @Test func `A refund from before the answer takes nothing: it may have been bought again`() {
    let record = record(of: ["7": answer("archive", "lifetime", at: 300)])
    let customer = record.merged(with: [refunded], ProductGrants())
    #expect(customer.entitlements.map(\.id) == ["archive"])
  }
}
