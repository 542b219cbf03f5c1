package import AppStore
package import Catalog
import Subscribers
import TextCoding

extension LedgerTables {
  /// Keeps a notification and what its facts say. The same `notificationUUID` again changes nothing.
  package mutating func append(
    _ notification: Notification, text: Text, at now: Timestamp
  ) throws -> Appended {
    guard try note(notification: notification.uuid) else { return .already }
    var subject = TextSubject.nobody
    if let app = notification.appTransaction?.payload, let id = app.appTransactionId {
      subject = .customer(try customer(named: id, in: app.environment).number)
    }
    let line = try notification.transaction?.payload.fact.map { try take($0, at: now) }
    let renewed = try notification.renewalInfo?.payload.fact.map {
      try take($0, known: line, at: now)
    }
    if let line = line ?? renewed { subject = .line(line.number) }
    try keep(text, about: subject, at: now)
    return .new
  }

  /// Keeps a piece of evidence and what its facts say, and links the user.
  ///
  /// - Returns: whose it is: one customer, and provisional ones for purchases that name none.
  /// - Throws: `renewalInfoWithoutTransaction`, `severalCustomers`; the caller undoes what was
  ///   written.
  package mutating func append(
    _ evidence: Evidence, texts: EvidenceTexts<Text>, user: String?, at now: Timestamp
  ) throws -> [CustomerRow] {
    let transactions = evidence.transactions.map(\.payload.fact)
    let renewals = evidence.renewals.map(\.payload.fact)
    try requireTransactions(for: renewals, beside: transactions)

    var fallback = TextSubject.nobody
    if let app = evidence.appTransaction?.payload, let id = app.appTransactionId {
      fallback = .customer(try customer(named: id, in: app.environment).number)
    }
    var lines: [TextSubject?] = []
    for fact in transactions {
      try lines.append(fact.map { .line(try take($0, at: now).number) })
    }
    var renewalLines: [TextSubject?] = []
    for fact in renewals {
      try renewalLines.append(fact.map { .line(try take($0, at: now).number) })
    }
    if case .nobody = fallback { fallback = lines.lazy.compactMap(\.self).first ?? .nobody }

    for (text, line) in zip(texts.transactions, lines) {
      try keep(text, about: line ?? fallback, at: now)
    }
    for (text, line) in zip(texts.renewals, renewalLines) {
      try keep(text, about: line ?? fallback, at: now)
    }
    if let text = texts.appTransaction { try keep(text, about: fallback, at: now) }

    let owners = try owners(of: evidence)
    if let user {
      for owner in owners { try link(user, to: owner.number, in: owner.environment, at: now) }
    }
    return owners
  }

  /// Whose the purchases are now, which decides against an older name that the evidence carries.
  private func owners(of evidence: Evidence) throws -> [CustomerRow] {
    try owner(of: evidence.ownerIdentity, in: evidence.environment)
  }

  /// Renewal info names no app: it counts beside a transaction of ours, here or presented with it.
  private func requireTransactions(
    for renewals: [RenewalFact?], beside transactions: [TransactionFact?]
  ) throws {
    let presented = Set(
      transactions.compactMap { $0.map(\.originalTransactionId) }.map(UTF8Key.init))
    for case let renewal? in renewals
    where !presented.contains(UTF8Key(renewal.originalTransactionId)) {
      let line = try line(
        originalTransactionId: renewal.originalTransactionId, in: renewal.environment)
      guard line?.hasPurchases == true else { throw LedgerFailure.renewalInfoWithoutTransaction }
    }
  }
}
