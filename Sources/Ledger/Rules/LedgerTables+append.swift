package import AppStore
package import PaywallCatalog
import PaywallTextCoding
import Subscribers

extension LedgerTables {
  /// Stores a notification and its facts. A repeated `notificationUUID` changes nothing.
  package mutating func append(
    _ notification: Notification, text: StoredText, at now: Timestamp, isHistory: Bool = false
  ) throws -> Appended {
    guard try note(notification: notification.uuid) else { return .already }
    var subject = TextSubject.unidentified
    if let app = notification.appTransaction?.payload, let id = app.appTransactionId {
      subject = .customer(try customer(named: id, of: app).number)
    }
    let chain = try notification.fact.map {
      try ingest($0, at: now, isHistory: isHistory)
    }
    try keepUnclaimed(notification, at: now, isHistory: isHistory)
    try keepRenewalEvent(notification, of: chain, at: now)
    try noteWebhook(notification, of: chain, at: now, isHistory: isHistory)
    let renewed = try notification.renewalInfo?.payload.fact.map {
      try ingest($0, known: chain, at: now, isHistory: isHistory)
    }
    try keepRefund(notification, in: chain, at: now)
    if let chain = try chain ?? renewed ?? unclaimedChain(notification) {
      subject = .chain(chain.number)
    }
    try keep(text, about: subject, at: now)
    return .new
  }

  /// Stores a piece of evidence and its facts, and links the user.
  ///
  /// - Returns: its owners: one customer, and provisional ones for purchases that name none.
  /// - Throws: `renewalInfoWithoutTransaction`, `severalCustomers`; the caller undoes what was
  ///   written.
  package mutating func append(
    _ evidence: Evidence, texts: EvidenceTexts, user: String?, at now: Timestamp,
    isHistory: Bool = false
  ) throws -> [CustomerRow] {
    let transactions = evidence.transactions.map(\.payload.fact)
    let renewals = evidence.renewals.map(\.payload.fact)
    try requireTransactions(for: renewals, beside: transactions)

    var fallback = TextSubject.unidentified
    if let app = evidence.appTransaction?.payload, let id = app.appTransactionId {
      fallback = .customer(try customer(named: id, of: app).number)
    }
    let chains = try transactions.map { fact in
      try fact.map { TextSubject.chain(try ingest($0, at: now, isHistory: isHistory).number) }
    }
    let renewalChains = try renewals.map { fact in
      try fact.map { TextSubject.chain(try ingest($0, at: now, isHistory: isHistory).number) }
    }
    if case .unidentified = fallback {
      fallback = chains.lazy.compactMap(\.self).first ?? .unidentified
    }

    for (text, chain) in zip(texts.transactions + texts.renewals, chains + renewalChains) {
      try keep(text, about: chain ?? fallback, at: now)
    }
    if let text = texts.appTransaction { try keep(text, about: fallback, at: now) }

    let owners = try owners(of: evidence)
    if let user {
      for owner in owners { try link(user, to: owner.number, in: owner.environment, at: now) }
    }
    return owners
  }

  /// The customer of an app transaction, with what the newest one says of the acquisition, whatever
  /// the order of arrival.
  private mutating func customer(
    named id: String, of app: AppTransaction
  ) throws -> CustomerRow {
    var customer = try customer(named: id, in: app.environment)
    let held = customer.acquisition
    customer.acquisition = held.map { app.acquisition.merged(with: $0) } ?? app.acquisition
    if customer.acquisition != held { try update(customer) }
    return customer
  }

  /// The present owners of the purchases, which override an older name in the evidence.
  private func owners(of evidence: Evidence) throws -> [CustomerRow] {
    try owner(of: evidence.ownerIdentity, in: evidence.environment)
  }

  /// Renewal info names no app: it counts only with a transaction of our app, stored or presented
  /// with it.
  private func requireTransactions(
    for renewals: [RenewalFact?], beside transactions: [TransactionFact?]
  ) throws {
    let presented = Set(
      transactions.compactMap { $0.map(\.originalTransactionId) }.map(UTF8Key.init))
    for case let renewal? in renewals
    where !presented.contains(UTF8Key(renewal.originalTransactionId)) {
      let chain = try chain(
        originalTransactionId: renewal.originalTransactionId, in: renewal.environment)
      guard chain?.hasPurchases == true else { throw LedgerFailure.renewalInfoWithoutTransaction }
    }
  }
}
