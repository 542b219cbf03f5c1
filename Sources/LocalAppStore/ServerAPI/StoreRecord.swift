package import PaywallCatalog

/// A transaction with what its signed text needs beside it.
package struct StoreRecord: Sendable {
  package let transaction: StoreTransaction
  package let customer: StoreCustomer
  /// The date of its signed text, not before the last notification of the purchase: a later text is
  /// newer.
  package let signedDate: Timestamp
}

/// A subscription with what its signed texts need beside it.
package struct StoreStatus: Sendable {
  package let record: StoreRecord
  package let renewal: StoreRenewal
}

extension World {
  /// The customer of any of their ids: of a transaction, an original transaction or the app
  /// transaction.
  package func customer(ofAny id: String) -> StoreCustomer? {
    index(ofAny: id).map { customers[$0] }
  }

  func index(ofAny id: String) -> Int? {
    identifiers.owner(of: id) ?? identifiers.customer(ofApp: id)
  }

  /// Whether an id is one of an app transaction.
  package func isAppTransaction(_ id: String) -> Bool { identifiers.customer(ofApp: id) != nil }

  /// One transaction by its id.
  package func record(of transactionId: String) -> StoreRecord? {
    guard let place = try? place(of: transactionId) else { return nil }
    let transaction = self[place].named(transactionId)
    switch place {
    case .period(let index, _): return record(transaction, in: subscriptions[index])
    case .purchase(let index): return record(transaction, in: purchases[index])
    }
  }

  /// The transaction of an order; `nil` if there is no such order.
  package func record(ofOrder orderId: String) -> StoreRecord? {
    OrderId.lineItem(of: orderId).flatMap(identifiers.transaction(ofLineItem:)).flatMap(
      record(of:))
  }

  /// All transactions of a customer, by the customer's name.
  package func records(of id: String) throws(StoreRefusal) -> [StoreRecord] {
    records(of: try customer(id))
  }

  /// All transactions of a customer.
  func records(of customer: Int) -> [StoreRecord] {
    customers[customer].subscriptions.flatMap { index in
      subscriptions[index].transactions.flatMap(\.everyCopy).map {
        record($0, in: subscriptions[index])
      }
    }
      + customers[customer].purchases.flatMap { index in
        purchases[index].transaction.everyCopy.map { record($0, in: purchases[index]) }
      }
  }

  /// The subscriptions of a customer, in the order of their first purchase: in each group an own one,
  /// and those that family members share.
  package func statuses(ofAny id: String) -> [StoreStatus]? {
    index(ofAny: id).map { customer in
      customers[customer].subscriptions.map { index in
        let subscription = subscriptions[index]
        return StoreStatus(
          record: record(subscription.current, in: subscription),
          renewal: renewal(of: subscription))
      }
    }
  }

  private func record(
    _ transaction: StoreTransaction, in subscription: StoreSubscription
  ) -> StoreRecord {
    StoreRecord(
      transaction: transaction, customer: customers[subscription.customer],
      signedDate: max(now, subscription.lastSigned))
  }

  private func record(_ transaction: StoreTransaction, in purchase: StorePurchase) -> StoreRecord {
    StoreRecord(
      transaction: transaction, customer: customers[purchase.customer],
      signedDate: max(now, purchase.lastSigned))
  }

  /// Marks a transaction as delivered by the app, or by its server for it.
  package mutating func finish(_ transactionId: String) throws(StoreRefusal) {
    let place = try place(of: transactionId)
    guard !self[place].isFinished else { return }
    change(at: place) { $0.isFinished = true }
  }
}

extension SigningChain {
  package func sign(_ record: StoreRecord, _ payloads: Payloads) throws -> String {
    try sign(
      payloads.transaction(
        record.transaction, of: record.customer, signedDate: record.signedDate))
  }

  /// The renewal info of a subscription.
  package func signRenewal(of status: StoreStatus, _ payloads: Payloads) throws -> String {
    let record = status.record
    return try sign(
      payloads.renewalInfo(
        status.renewal, of: record.transaction, customer: record.customer,
        signedDate: record.signedDate))
  }
}
