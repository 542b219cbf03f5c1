import Serving
import Subscribers
import Ledger
import PaywallCatalog
import PaywallDecisions

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
    var chosen: [WebhookDelivery] = []
    for delivery in deliveries {
      guard let (name, environment) = customer(of: delivery) else { continue }
      let moment = delivery.receivedAt
      let histories = try await ledger.histories(of: name, in: environment)
      let isInside = histories.contains {
        release.has($0.facts(at: moment, in: release.snapshot), in: audience, at: moment)
      }
      if isInside { chosen.append(delivery) }
    }
    return chosen
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
