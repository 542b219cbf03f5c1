import PaywallCatalog
import PaywallTextCoding

@testable import Ledger

extension OracleTables {
  /// Covariates, and the customers on whose purchases they rest.
  struct StoredCovariates: Sendable {
    var covariates: Covariates
    var customers: Set<CustomerRow.Number>
  }

  mutating func add(
    _ covariates: Covariates, of customers: [CustomerRow.Number], to key: RecordKey,
    in environment: AppStoreEnvironment
  ) {
    let unit = Named(key.unit, in: environment)
    guard self.covariates[unit]?[key] == nil else { return }
    self.covariates[unit, default: [:]][key] = StoredCovariates(
      covariates: covariates, customers: Set(customers))
  }

  func covariates(of key: RecordKey, in environment: AppStoreEnvironment) -> Covariates? {
    covariates[Named(key.unit, in: environment)]?[key]?.covariates
  }

  func covariateKeys(of customer: CustomerRow.Number) -> [RecordKey] {
    covariates.values.flatMap { rows in
      rows.filter { $0.value.customers.contains(customer) }.map(\.key)
    }
  }

  func customers(
    ofCovariates key: RecordKey, in environment: AppStoreEnvironment
  ) -> [CustomerRow.Number] {
    Array(covariates[Named(key.unit, in: environment)]?[key]?.customers ?? [])
  }

  /// Moves the covariates that rest on one customer to another, or to none.
  mutating func moveCovariates(of old: CustomerRow.Number, to new: CustomerRow.Number?) {
    for (unit, rows) in covariates {
      for (key, row) in rows where row.customers.contains(old) {
        covariates[unit]?[key]?.customers.remove(old)
        if let new { covariates[unit]?[key]?.customers.insert(new) }
      }
    }
  }

  func factArrival(in environment: AppStoreEnvironment) -> FactArrival? {
    let newest = texts.filter {
      $0.stored.kind == .notification && $0.stored.environment == environment
    }.suffix(Int(FactArrival.sample) + 1)
    guard let first = newest.first, let last = newest.last else { return nil }
    return FactArrival(
      newest: last.receivedAt, earlier: first.receivedAt, count: Int64(newest.count - 1))
  }

  mutating func add(_ event: RenewalEvent, to chain: PurchaseChainRow) {
    chains[chain.number]?.renewalEvents.insert(event)
  }

  func renewalEvents(in chain: PurchaseChainRow) -> [RenewalEvent] {
    Array(chains[chain.number]?.renewalEvents ?? [])
  }
}
