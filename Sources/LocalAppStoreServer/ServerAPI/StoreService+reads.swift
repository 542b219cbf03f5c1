import LocalAppStore
import PaywallCatalog
import PaywallTextCoding

// Apple's server API, as far as it only reads.
extension StoreService {
  func transactionInfo(_ id: String) throws -> AppleAnswers.Single {
    let record = try record(id)
    return ["signedTransactionInfo": try chain.sign(record, payloads)]
  }

  /// A transaction, for a call that takes no id of an app transaction.
  func record(_ id: String) throws(AppleError) -> StoreRecord {
    guard AppleText.isTransactionId(id) else { throw .invalidTransactionId }
    guard !world.isAppTransaction(id) else { throw .appTransactionNotSupported }
    guard let record = world.record(of: id) else { throw .transactionIdNotFound }
    return record
  }

  func appTransactionInfo(_ id: String) throws -> AppleAnswers.Single {
    let customer = try customer(ofAny: id)
    let signed = try chain.sign(payloads.appTransaction(of: customer, signedDate: world.now))
    return ["signedAppTransactionInfo": signed]
  }

  @discardableResult
  private func customer(ofAny id: String) throws(AppleError) -> StoreCustomer {
    guard AppleText.isTransactionId(id) else { throw .invalidTransactionId }
    guard let customer = world.customer(ofAny: id) else { throw .transactionIdNotFound }
    return customer
  }

  func history(
    _ id: String, _ items: QueryItems, isFirstVersion: Bool
  ) throws -> AppleAnswers.History {
    let query = try HistoryReader.query(items, isFirstVersion: isFirstVersion)
    let page = try page(id, query, items)
    return .init(
      revision: page.cursor.text, hasMore: page.hasMore, bundleId: payloads.bundleId,
      appAppleId: appAppleId, environment: payloads.environment.rawValue,
      signedTransactions: try sign(page.records))
  }

  func refunds(_ id: String, _ items: QueryItems) throws -> AppleAnswers.Refunds {
    var query = HistoryQuery()
    query.isRevoked = true
    query.ownership = .purchased
    let page = try page(id, query, items)
    return .init(
      signedTransactions: try sign(page.records), revision: page.cursor.text,
      hasMore: page.hasMore)
  }

  private func page(
    _ id: String, _ query: HistoryQuery, _ items: QueryItems
  ) throws(AppleError) -> HistoryPage {
    try customer(ofAny: id)
    let cursor = try HistoryReader.cursor(items, in: query.order)
    guard let page = world.history(ofAny: id, query, after: cursor) else {
      throw .transactionIdNotFound
    }
    return page
  }

  private func sign(_ records: [StoreRecord]) throws -> [String] {
    try records.map { try chain.sign($0, payloads) }
  }

  /// Only in production.
  private var appAppleId: Int64? {
    payloads.environment == .production ? payloads.appAppleId : nil
  }

  /// - Parameter words: the numbers of states; none for all.
  func statuses(_ id: String, _ words: [String]) throws -> AppleAnswers.Statuses {
    try customer(ofAny: id)
    let wanted = words.map { Int($0) ?? 0 }
    guard wanted.allSatisfy((1...5).contains) else { throw AppleError.invalidStatus }
    let found = (world.statuses(ofAny: id) ?? []).filter {
      wanted.isEmpty || wanted.contains($0.renewal.status)
    }
    var groups: [AppleAnswers.Statuses.Group] = []
    for status in found {
      let transaction = status.record.transaction
      let item = AppleAnswers.Statuses.Item(
        status: status.renewal.status, originalTransactionId: transaction.originalTransactionId,
        signedTransactionInfo: try chain.sign(status.record, payloads),
        signedRenewalInfo: try chain.signRenewal(of: status, payloads))
      let group = transaction.groupId ?? ""
      if let index = groups.firstIndex(where: { $0.subscriptionGroupIdentifier == group }) {
        groups[index].lastTransactions.append(item)
      } else {
        groups.append(.init(subscriptionGroupIdentifier: group, lastTransactions: [item]))
      }
    }
    return .init(
      environment: payloads.environment.rawValue, bundleId: payloads.bundleId,
      appAppleId: appAppleId, data: groups)
  }

  func order(_ id: String) throws -> AppleAnswers.Order {
    guard let record = world.record(ofOrder: id) else { return .init(status: 1) }
    return .init(status: 0, signedTransactions: [try chain.sign(record, payloads)])
  }

  func notificationHistory(
    _ body: AppleBody, _ token: String?
  ) throws -> AppleAnswers.Notifications {
    let reader = try NotificationReader(
      body, now: world.now, environment: payloads.environment,
      customer: { world.customer(ofAny: $0)?.id })
    let start = try reader.start(of: token)
    guard let query = reader.query else { return .init(hasMore: false, notificationHistory: []) }
    notificationIndex.update(deliveries.deliveries)
    let page = notificationIndex.page(query, of: deliveries.deliveries, from: start)
    return .init(
      paginationToken: page.next.map(reader.token), hasMore: page.next != nil,
      notificationHistory: try page.places.map { try sent(deliveries.deliveries[$0]) })
  }

  private func sent(_ delivery: DeliveryQueue.Delivery) throws -> AppleAnswers.Sent {
    .init(
      signedPayload: try posted.text(of: delivery.notification, chain, payloads),
      sendAttempts: delivery.attempts.map {
        .init(attemptDate: $0.date.milliseconds, sendAttemptResult: $0.result.rawValue)
      })
  }

  /// Returns the result of a test notification.
  func test(_ token: String) throws -> AppleAnswers.Sent {
    let parts = token.split(separator: "_")
    guard parts.count == 2, String(parts[0]).isUUID, Int64(parts[1]) != nil else {
      throw AppleError.invalidTestNotificationToken
    }
    notificationIndex.update(deliveries.deliveries)
    guard let place = notificationIndex.place(of: String(parts[0])),
      deliveries.deliveries[place].notification.type == .test,
      !deliveries.deliveries[place].attempts.isEmpty
    else { throw AppleError.testNotificationNotFound }
    return try sent(deliveries.deliveries[place])
  }

  func extensionStatus(
    _ product: String, _ request: String
  ) throws -> AppleAnswers.ExtensionStatus {
    let key = MassExtension.Key(productId: product, requestIdentifier: request)
    guard let request = world.massExtensions[key] else { throw AppleError.statusRequestNotFound }
    let isDone = request.completeDate != nil
    return .init(
      requestIdentifier: key.requestIdentifier, complete: isDone,
      completeDate: request.completeDate?.milliseconds,
      succeededCount: isDone ? request.succeeded : nil, failedCount: isDone ? request.failed : nil)
  }
}
