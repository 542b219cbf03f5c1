package import PaywallCatalog

/// The rows of covariates and renewal events.
package protocol MoneyTables {
  /// The first ones of a record stay.
  ///
  /// - Parameter customers: those on whose purchases they rest.
  mutating func add(
    _ covariates: Covariates, of customers: [CustomerRow.Number], to key: RecordKey,
    in environment: AppStoreEnvironment) throws
  /// The records whose covariates rest on a customer's purchases. Covariates from before schema 12
  /// do not say on whose they rest.
  func covariateKeys(of customer: CustomerRow.Number) throws -> [RecordKey]
  /// The customers on whose purchases the covariates of a record rest, in any order.
  func customers(
    ofCovariates key: RecordKey, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow.Number]
  func covariates(
    of key: RecordKey, in environment: AppStoreEnvironment
  ) throws -> Covariates?

  /// The newest arrival, by number, of the environment's notifications.
  func factArrival(in environment: AppStoreEnvironment) throws -> FactArrival?

  /// An event of the same chain, kind and time changes nothing.
  mutating func add(_ event: RenewalEvent, to chain: PurchaseChainRow) throws
  /// In any order.
  func renewalEvents(in chain: PurchaseChainRow) throws -> [RenewalEvent]
}
