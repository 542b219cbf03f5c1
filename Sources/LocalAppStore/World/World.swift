package import OfferSigning
package import PaywallCatalog

/// The customers of one app and what they bought, with a clock that stands until it is moved.
///
/// A world is a value and a function of its seed and of what was done in it: the same story gives
/// the same identifiers, dates and notifications.
package struct World: Sendable {
  package internal(set) var catalog: StoreCatalog
  package let settings: WorldSettings
  package private(set) var now: Timestamp
  /// The latest date of what was signed: some milliseconds after the clock if several things happened to a
  /// purchase at once.
  var lastSigned = Timestamp(milliseconds: 0)
  package internal(set) var customers: [StoreCustomer] = []
  package internal(set) var subscriptions: [StoreSubscription] = []
  /// Purchases that do not renew.
  package internal(set) var purchases: [StorePurchase] = []
  var families: [StoreFamily] = []
  var purchaseRequests: [PurchaseRequest] = []
  /// Verify the signatures of the app's server.
  package var offerKeys: [VerificationKey]
  var identifiers: StoreIdentifiers
  var queue = DueQueue()
  var agenda = StoreAgenda()
  /// Requests for refunds that are not decided, by transaction.
  package internal(set) var refundRequests: [String: RefundRequest] = [:]
  package internal(set) var massExtensions: [MassExtension.Key: MassExtension] = [:]
  var extensions: [StoreExtension.Key: StoreExtension] = [:]
  /// The number of changes of transactions so far.
  private var revisions: UInt64 = 0
  /// Nonces of signatures that were used.
  var usedNonces: Set<String> = []
  private var customersById: [String: Int] = [:]
  private var notifications: [StoreNotification] = []
  /// Questions before cancellations that the app's server did not get yet.
  var questions: [RetentionQuestion] = []
  /// The messages that Apple holds for the moment before a cancellation.
  package var messages: StoreMessages

  /// - Parameter now: the first time that the clock shows.
  package init(
    _ catalog: StoreCatalog, settings: WorldSettings = WorldSettings(), seed: UInt64,
    at now: Timestamp, offerKeys: [VerificationKey] = []
  ) {
    self.catalog = catalog
    self.settings = settings
    self.now = now
    self.offerKeys = offerKeys
    identifiers = StoreIdentifiers(seed: seed)
    messages = StoreMessages(isSandbox: settings.environment == .sandbox)
  }

  /// The clock of a server that has everything that was signed, which is never dated ahead of it.
  package var serverTime: Timestamp { max(now, lastSigned) }

  /// Moves the clock, and lets everything that is due happen at its moment and in order. The clock
  /// never goes back: an earlier moment changes nothing.
  package mutating func advance(to moment: Timestamp) {
    while let next = nextDueMoment(), next <= moment {
      now = max(now, next)
      if let due = queue.next(by: next) {
        reachDueDate(of: due.item)
      } else if let item = agenda.next(by: next) {
        reach(item)
      }
    }
    now = max(now, moment)
  }

  package mutating func advance(by period: Period) { advance(to: now.adding(period)) }

  /// When the clock alone changes something next.
  package mutating func nextDueMoment() -> Timestamp? {
    [queue.nextMoment(), agenda.nextMoment()].compactMap(\.self).min()
  }

  /// The place of a transaction that changes now in the order of all changes.
  mutating func nextRevision() -> UInt64 {
    revisions += 1
    return revisions
  }

  /// The notifications since the last call, in the order of their cause.
  package mutating func takeNotifications() -> [StoreNotification] {
    defer { notifications = [] }
    return notifications
  }

  mutating func send(_ notification: StoreNotification) { notifications.append(notification) }

  /// Adds an Apple Account that has the app.
  ///
  /// - Throws: ``StoreRefusal/customerExists`` if the id is taken.
  @discardableResult
  package mutating func addCustomer(
    _ id: String, storefront: Storefront = .usa
  ) throws(StoreRefusal) -> StoreCustomer {
    guard customersById[id] == nil else { throw .customerExists(id) }
    customersById[id] = customers.count
    let customer = StoreCustomer(
      id: id, appTransactionId: identifiers.appTransactionId(), storefront: storefront,
      originalPurchaseDate: now,
      device: StoreDevice(id: identifiers.uuid(), verificationNonce: identifiers.uuid()))
    customers.append(customer)
    return customer
  }

  /// The customer deletes the app and installs it again: the `appTransactionId` and the date of the
  /// first download stay.
  package mutating func reinstall(_ id: String, onNewDevice: Bool) throws(StoreRefusal) {
    let customer = try customer(id)
    let device = onNewDevice ? identifiers.uuid() : customers[customer].device.id
    customers[customer].device = StoreDevice(id: device, verificationNonce: identifiers.uuid())
  }

  /// A parent withdraws the consent to a child's use of the app.
  package mutating func rescindConsent(_ id: String) throws(StoreRefusal) {
    announce(.rescindConsent, of: try customer(id))
  }

  func customer(_ id: String) throws(StoreRefusal) -> Int {
    guard let index = customersById[id] else { throw .unknownCustomer(id) }
    return index
  }

  func product(_ id: String) throws(StoreRefusal) -> StoreProduct {
    guard let product = catalog.products[id] else { throw .unknownProduct(id) }
    return product
  }

  /// The subscriptions of a customer, in the order of their first purchase.
  package func subscriptions(of id: String) throws(StoreRefusal) -> [StoreSubscription] {
    let index = try customer(id)
    return customers[index].subscriptions.map { subscriptions[$0] }
  }

  /// The purchases of a customer that do not renew, in their order.
  package func purchases(of id: String) throws(StoreRefusal) -> [StorePurchase] {
    let index = try customer(id)
    return customers[index].purchases.map { purchases[$0] }
  }

  /// An Apple Account by its id.
  package func account(_ id: String) throws(StoreRefusal) -> StoreCustomer {
    customers[try customer(id)]
  }
}

/// The app owner's choices in App Store Connect.
package struct WorldSettings: Sendable {
  package var environment: Environment
  package var gracePeriod: GracePeriod?

  package enum Environment: String, Sendable {
    case sandbox = "Sandbox"
    case production = "Production"
  }

  /// How long a customer keeps access after a failed renewal.
  package struct GracePeriod: Sendable {
    /// 3, 16 or 28; weekly subscriptions have at most 6.
    package var days: Int
    /// Not after a free trial or another free period.
    package var isOnlyAfterPaidPeriods: Bool

    package init(days: Int, isOnlyAfterPaidPeriods: Bool = false) {
      self.days = days
      self.isOnlyAfterPaidPeriods = isOnlyAfterPaidPeriods
    }
  }

  package init(environment: Environment = .sandbox, gracePeriod: GracePeriod? = nil) {
    self.environment = environment
    self.gracePeriod = gracePeriod
  }
}
