package import PaywallCatalog

/// The rows that results are read from.
package protocol ResultsTables {
  func identities(in environment: AppStoreEnvironment) throws -> PhaseIdentities
  /// The units of a phase of which an exposure had come by a moment, in any order.
  ///
  /// - Parameter identities: of the environment; a row of an id that they know is a known one.
  func eachExposed(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, until end: Timestamp,
    _ identities: PhaseIdentities, _ body: (ExposedRow) throws -> Void
  ) throws -> ExposedNames
  func exposedUnits(
    of experiment: String, phase: Int, outside environment: AppStoreEnvironment
  ) throws -> Int
  /// By day and by whether their buyer is named, in any order.
  func newPurchases(
    _ question: NewPurchases.Question, in environment: AppStoreEnvironment
  ) throws -> [NewPurchases]
  /// Of the environment's notifications, the newest by their numbers.
  func factArrival(in environment: AppStoreEnvironment) throws -> FactArrival?

  /// An event of the same chain, kind and time changes nothing.
  mutating func add(_ event: RenewalEvent, to chain: PurchaseChainRow) throws
  /// In any order.
  func renewalEvents(in chain: PurchaseChainRow) throws -> [RenewalEvent]
}
