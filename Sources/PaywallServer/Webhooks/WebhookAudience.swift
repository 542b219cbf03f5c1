import Ledger
import PaywallCatalog
import PaywallDecisions
import Serving
import Subscribers

/// Whether an endpoint with an audience gets an event.
struct WebhookAudience: Sendable {
  let ledger: any Ledger
  let release: CompiledSnapshot

  /// Leaves out the events about customers who are not in the audience, by what the ledger knows now as
  /// of the moment of the event, and those about no customer.
  func chosen(
    _ deliveries: [WebhookDelivery], for endpoint: WebhookEndpoint
  ) async throws(LedgerFailure) -> [WebhookDelivery] {
    guard let audience = endpoint.audience else { return deliveries }
    let asked = deliveries.compactMap { delivery in
      customer(of: delivery).map { (delivery: delivery, customer: $0) }
    }
    guard !asked.isEmpty else { return [] }
    let found = try await ledger.histories(ofEach: asked.map(\.customer))
    return zip(asked.map(\.delivery), found).filter { delivery, histories in
      let moment = delivery.receivedAt
      return histories.contains {
        release.has($0.facts(at: moment, in: release.snapshot), in: audience, at: moment)
      }
    }.map(\.0)
  }

  private func customer(
    of delivery: WebhookDelivery
  ) -> (name: CustomerName, environment: AppStoreEnvironment)? {
    let data = RevenueCatPurchase(delivery.data, in: release.snapshot)
    guard let environment = data["environment"].flatMap({ AppStoreEnvironment(rawValue: $0) })
    else { return nil }
    let name =
      data["appTransactionId"].map(CustomerName.appTransactionId)
      ?? data["originalTransactionId"].map(CustomerName.originalTransactionId)
    return name.map { ($0, environment) }
  }
}
