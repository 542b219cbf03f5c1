import Foundation
import PaywallTextCoding

/// The visitor's purchases, as their file holds them: the server's last answers, and the store's
/// word.
struct CustomerRecord: Codable, Equatable, Sendable {
  /// A digest of whose purchases they are: an answer for one person is never shown to another.
  var owner: String
  /// The customer whom Apple names.
  var customer: PaywallCustomer
  /// Apple's id of that customer; `nil` in a file of an earlier version, and if it is not known.
  var appTransactionId: String?
  /// The customers of purchases that name none, by the id of their first transaction.
  var unnamed: [String: PaywallCustomer]?
  /// The store's transactions that unlock something, and that the server has not answered about.
  var local: [StoreTransaction]?
  /// The time since which the store holds nothing, not even the customer's name.
  var silentSince: Date?

  static let file = "customer"

  /// When the server answered last.
  var asOf: Date? { parts.compactMap(\.asOf).max() }

  private var parts: [PaywallCustomer] {
    [customer] + (unnamed ?? [:]).sorted(byUTF8: \.key).map(\.value)
  }

  /// Everything that the visitor has, by the server's answers.
  var whole: PaywallCustomer { whole(leftBy: []) }

  /// The same, with what StoreKit has verified since: purchases that the server has not kept yet
  /// unlock, refunds lock. Each answer is judged by its own time, because one about another
  /// purchase may be newer.
  func merged(with waiting: [StoreTransaction], _ grants: ProductGrants) -> PaywallCustomer {
    whole(leftBy: waiting).merged(with: waiting, grants)
  }

  private func whole(leftBy waiting: [StoreTransaction]) -> PaywallCustomer {
    parts.dropFirst().reduce(customer.left(by: waiting)) { $0.joined(with: $1.left(by: waiting)) }
  }

  /// Takes the server's answer about a customer.
  ///
  /// - Parameters:
  ///   - transactions: the transactions of this customer that the server knows by now.
  ///   - now: the server's time.
  mutating func take(
    _ answer: PaywallCustomer, about customer: EvidenceCustomer,
    holding transactions: [StoreTransaction], at now: Date
  ) {
    switch customer {
    case .named(let id):
      (self.customer, appTransactionId) = (answer, id ?? appTransactionId)
      // These purchases had no name when the server was asked about them before.
      for transaction in transactions { unnamed?[String(transaction.originalId)] = nil }
    case .unnamed(let purchase):
      // An answer of an earlier version may be about any of these purchases: no later one would
      // replace it.
      if appTransactionId == nil { forgetNamed() }
      unnamed = (unnamed ?? [:]).merging([purchase: answer]) { $1 }
    }
    trust(local ?? [], at: now)
  }

  /// Counts what the store holds, as far as the server has not answered about it. In a grace period
  /// it counts beside the answer: the server may have answered before it began.
  ///
  /// - Parameter now: the server's time.
  mutating func trust(_ transactions: [StoreTransaction], at now: Date) {
    // An earlier version took this from the store.
    if customer.asOf == nil { forgetNamed() }
    let new = transactions.filter(\.isVerified).lastWords.filter {
      $0.unlocks(at: now) && ($0.graceUntil != nil || !covers($0))
    }
    local = new.isEmpty ? nil : new.sortedByIndex { $0.id < $1.id }
  }

  /// Ends a grace period with the purchase's next transaction, or when the purchase itself is over.
  mutating func endGrace(by next: StoreTransaction) {
    let isOver = next.revoked != nil || next.isUpgraded
    local?.removeAll {
      $0.graceUntil != nil && $0.originalId == next.originalId
        && ($0.id < next.id || $0.id == next.id && isOver)
    }
    if local?.isEmpty == true { local = nil }
  }

  /// Forgets the customer whom Apple names.
  mutating func forgetNamed() {
    customer = PaywallCustomer(id: customer.id, environment: customer.environment)
  }

  /// True if the server has answered about the customer of a transaction.
  func covers(_ transaction: StoreTransaction) -> Bool {
    switch transaction.customer {
    case .named(let id): customer.asOf != nil && (appTransactionId ?? id) == id
    case .unnamed(let purchase): unnamed?[purchase] != nil
    }
  }

  /// A digest of the visitor and of the purchases that count.
  static func owner(_ visitor: VisitorIds, _ scope: AccountScope) -> String {
    Fingerprint.short(of: visitor.userId ?? visitor.anonymousId, scope.attribute)
  }
}

extension PaywallCustomer {
  /// Returns the customer with what another answer says; of two entitlements to the same thing the
  /// longer one counts.
  fileprivate func joined(with other: PaywallCustomer) -> PaywallCustomer {
    var joined = self
    joined.asOf = [asOf, other.asOf].compactMap(\.self).max()
    let longest = Dictionary((entitlements + other.entitlements).map { ($0.id, $0) }) {
      $0.outlasts($1) ? $0 : $1
    }
    joined.entitlements = longest.values.sorted(byUTF8: \.id)
    let last = Dictionary((subscriptions + other.subscriptions).map { ($0.id, $0) }) {
      ($0.expires ?? .distantPast) < ($1.expires ?? .distantPast) ? $1 : $0
    }
    joined.subscriptions = last.values.sorted(byUTF8: \.id)
    if let others = other.purchases { joined.purchases = (purchases ?? []) + others }
    return joined
  }

  /// Returns the customer with what StoreKit has verified since: purchases that the server has not
  /// kept yet unlock, refunds lock.
  func merged(with waiting: [StoreTransaction], _ grants: ProductGrants) -> PaywallCustomer {
    var longest: [String: Entitlement] = [:]
    for entitlement in left(by: waiting).entitlements { longest[entitlement.id] = entitlement }
    for transaction in waiting {
      for entitlement in grants.entitlements(of: transaction)
      where longest[entitlement.id].map({ !$0.outlasts(entitlement) }) ?? true {
        longest[entitlement.id] = entitlement
      }
    }
    var merged = self
    merged.entitlements = longest.values.sorted(byUTF8: \.id)
    return merged
  }

  /// Returns the customer without what was refunded or replaced since.
  fileprivate func left(by waiting: [StoreTransaction]) -> PaywallCustomer {
    var left = self
    left.entitlements.removeAll { entitlement in
      waiting.contains {
        $0.revoked != nil || $0.isUpgraded
          ? $0.ends(entitlement, asOf: asOf) : replaces($0, entitlement)
      }
    }
    return left
  }

  /// True if another product of the same subscription group was bought since.
  private func replaces(_ transaction: StoreTransaction, _ entitlement: Entitlement) -> Bool {
    guard let group = transaction.group, transaction.product != entitlement.product else {
      return false
    }
    return subscriptions.contains { $0.id == group && $0.product == entitlement.product }
      && asOf.map { $0 <= transaction.purchased.addingTimeInterval(1) } ?? true
  }

  /// Returns the customer without what has lapsed.
  func current(at now: Date) -> PaywallCustomer {
    var current = self
    current.entitlements = entitlements.filter { $0.expires.map { now < $0 } ?? true }
    return current
  }

  /// The next moment at which something lapses.
  func nextLapse(after now: Date) -> Date? {
    entitlements.compactMap(\.expires).filter { $0 > now }.min()
  }
}

extension PaywallCustomer.Entitlement {
  fileprivate func outlasts(_ other: Self) -> Bool {
    guard let expires else { return true }
    return other.expires.map { expires >= $0 } ?? false
  }
}

extension [StoreTransaction] {
  /// The last word on each purchase: the newest transaction, as the App Store has signed it last; and
  /// those that are over for good.
  var lastWords: [StoreTransaction] {
    var last: [UInt64: StoreTransaction] = [:]
    for transaction in self {
      let other = last[transaction.id]
      var latest = other.map { $0.signed > transaction.signed ? $0 : transaction } ?? transaction
      // The entry that waits for the server was read before the grace period began.
      latest.graceUntil = transaction.graceUntil ?? other?.graceUntil
      last[transaction.id] = latest
    }
    var newest: [UInt64: StoreTransaction] = [:]
    for transaction in last.values
    where newest[transaction.originalId].map({ $0.id < transaction.id }) ?? true {
      newest[transaction.originalId] = transaction
    }
    return last.values.filter {
      $0.revoked != nil || $0.isUpgraded || newest[$0.originalId]?.id == $0.id
    }
  }
}

extension StoreTransaction {
  /// True if this transaction, which is over, was the one that unlocked the entitlement.
  ///
  /// - Parameter date: when the server said so. After a refund it may have meant a later purchase.
  fileprivate func ends(_ entitlement: PaywallCustomer.Entitlement, asOf date: Date?) -> Bool {
    entitlement.product.utf8.elementsEqual(product.utf8)
      && (expires == nil || entitlement.expires.map { $0 <= (expires ?? $0) } ?? false)
      && (date ?? .distantPast) <= (revoked ?? .distantFuture).addingTimeInterval(1)
  }
}
