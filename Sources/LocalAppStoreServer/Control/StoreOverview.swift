import LocalAppStore
import LocalAppStoreClient
import PaywallCatalog

/// The contents of the page, at one moment of the world.
struct StoreOverview: Sendable {
  var clock: ClockCard
  var now: Timestamp
  /// When the clock alone changes or delivers something next.
  var nextEvent: Timestamp?
  /// Whether notifications are posted to a server.
  var delivers: Bool
  /// The customers that were searched for, in the order of their arrival; no more than
  /// ``mostCustomers``.
  var customers: [StoreCustomerCard]
  /// The number of customers that were found.
  var found: Int
  /// Sorted by id.
  var products: [StoreProduct]
  /// The customer that is shown in full.
  var shown: Shown?
  var messages: StoreMessages

  static let mostCustomers = 50

  struct Shown: Sendable {
    var card: StoreCustomerCard
    /// The subscriptions in the order of the card.
    var subscriptions: [StoreSubscription]
    /// The purchases that do not renew.
    var purchases: [StorePurchase]
    /// The ids of transactions for which a refund was asked.
    var refundRequests: Set<String>
    /// The deliveries in their order.
    var deliveries: [DeliveryQueue.Delivery]
    /// The offers that the customer may have, by product.
    var offers: [String: [StoreOffer]]
  }
}

extension StoreService {
  /// - Parameters:
  ///   - id: the customer to show in full; without one the first that was found.
  ///   - words: part of the ids to look for.
  func overview(of id: String?, finding words: String) throws -> StoreOverview {
    let words = words.lowercased()
    let found = world.customers.lazy.filter {
      words.isEmpty || $0.id.lowercased().contains(words)
    }
    let first = Array(found.prefix(StoreOverview.mostCustomers))
    return StoreOverview(
      clock: clock(), now: world.now,
      nextEvent: [world.nextDueMoment(), nextAttempt()].compactMap(\.self).min(),
      delivers: post != nil, customers: try first.map { try customer($0.id) },
      found: words.isEmpty ? world.customers.count : found.count,
      products: world.catalog.products.values.sorted { $0.id < $1.id },
      shown: try (id ?? first.first?.id).map(shown), messages: world.messages)
  }

  private func shown(_ id: String) throws -> StoreOverview.Shown {
    let subscriptions = try world.subscriptions(of: id)
    let purchases = try world.purchases(of: id)
    let transactions = subscriptions.flatMap(\.transactions) + purchases.map(\.transaction)
    return StoreOverview.Shown(
      card: try customer(id), subscriptions: subscriptions, purchases: purchases,
      refundRequests: Set(
        transactions.map(\.transactionId).filter { world.refundRequests[$0] != nil }),
      deliveries: deliveries(of: id),
      offers: try world.catalog.products.mapValues {
        try world.availableOffers(on: $0.id, for: id)
      })
  }

  /// Asks the server that is connected what it believes of a customer.
  func belief(about card: StoreCustomerCard) async -> ServerQuestions.Reply {
    await questions.ask(of: card.appTransactionId)
  }

  /// Asks the server that is connected to sign a promotional offer for a customer.
  func signature(
    of offer: String, on product: String, for id: String
  ) async throws -> ServerQuestions.Reply {
    let account = try world.account(id)
    let text = try chain.sign(payloads.appTransaction(of: account, signedDate: world.now))
    return await questions.ask(
      of: account.appTransactionId,
      signing: .init(product: product, offer: offer, user: id, appTransaction: text))
  }
}
