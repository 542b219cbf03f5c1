import PaywallCatalog

@testable import Ledger

/// The oracle has no endpoints: no operation that is compared with it sets any.
extension OracleTables {
  func wantedWebhooks() -> Set<String> { [] }
  mutating func add(
    _ event: WebhookEvent, of customer: CustomerRow.Number?, by chain: PurchaseChainRow.Number?,
    oldest: Timestamp, at now: Timestamp
  ) {}
  mutating func remove(webhook id: String) {}

  func webhookProducts() -> Snapshot? { nil }
  func entitlementState(of customer: CustomerRow.Number) -> EntitlementState? { nil }
  mutating func put(_ state: EntitlementState, of customer: CustomerRow.Number) {}
}
