package import PaywallCatalog
import PaywallTextCoding

extension CustomerHistory {
  /// Returns the entitlements of the customer at a moment, one entry per name (the one that lasts
  /// longest), sorted by name.
  ///
  /// - Parameter user: if given, only purchases whose `appAccountToken` is that user's or absent.
  package func entitlements(
    at now: Timestamp, in snapshot: Snapshot, for user: String? = nil
  ) -> [Entitlement] {
    let timeline = Timeline(transactions)
    return entitlements(
      of: subscriptions(along: timeline, at: now, in: snapshot), timeline.facts, at: now,
      in: snapshot, for: user)
  }

  /// The same for a caller that already has the fold, made with the same snapshot.
  package func entitlements(
    from subscriber: Subscriber, in snapshot: Snapshot, for user: String? = nil
  ) -> [Entitlement] {
    entitlements(
      of: subscriber.subscriptions, Purchases(transactions).facts, at: subscriber.at,
      in: snapshot, for: user)
  }

  /// - Parameter facts: one for each purchase (``Purchases``).
  private func entitlements(
    of subscriptions: [Subscription], _ facts: [TransactionFact], at now: Timestamp,
    in snapshot: Snapshot, for user: String?
  ) -> [Entitlement] {
    let user = user?.lowercased()
    var entitling: [Entitling] = []
    for subscription in subscriptions {
      guard let current = subscription.current, let end = subscription.entitledUntil else {
        continue
      }
      entitling.append(
        Entitling(
          transaction: current, until: end, isInGrace: subscription.state == .inGracePeriod))
    }
    for transaction in facts where !transaction.isUpgraded {
      if let revoked = transaction.revokedAt, revoked <= now { continue }
      guard let until = transaction.lastingUntil(in: snapshot) else { continue }
      if let until, until <= now { continue }
      entitling.append(Entitling(transaction: transaction, until: until, isInGrace: false))
    }
    let bought = entitling.filter { $0.transaction.belongs(to: user) }
      .flatMap { $0.entitlements(in: snapshot) }
    let given = access.filter { $0.end > now }.flatMap { $0.entitlements(in: snapshot) }
    let seated = seats.flatMap { $0.entitlements(at: now, in: snapshot) }
    return (bought + given + seated).longestByName
  }
}

extension Sequence<CustomerHistory> {
  /// Returns the entitlements of a user: from the purchases of the linked customers whose
  /// `appAccountToken` is that user's or absent. All of one environment.
  package func entitlements(
    at now: Timestamp, in snapshot: Snapshot, for user: String? = nil
  ) -> [Entitlement] {
    flatMap { $0.entitlements(at: now, in: snapshot, for: user) }.longestByName
  }
}

/// A purchase that entitles now.
private struct Entitling {
  let transaction: TransactionFact
  let until: Timestamp?
  let isInGrace: Bool

  func entitlements(in snapshot: Snapshot) -> [Entitlement] {
    (snapshot.products[transaction.productId]?.entitlements ?? []).map {
      Entitlement(
        name: $0, product: transaction.productId, expires: until, isInGrace: isInGrace,
        transactionId: transaction.transactionId)
    }
  }
}

extension TransactionFact {
  /// Until when a purchase that does not renew entitles, `.some(nil)` for ever; `nil` if it does
  /// not entitle. A non-renewing subscription lasts for the product's period from its purchase, in
  /// UTC.
  func lastingUntil(in snapshot: Snapshot) -> Timestamp?? {
    switch kind(in: snapshot) {
    case .nonConsumable: return .some(nil)
    case .nonRenewable:
      guard let boughtAt, let period = snapshot.products[productId]?.period else { return nil }
      return boughtAt.adding(period)
    case .autoRenewable, .consumable, nil: return nil
    }
  }

  fileprivate func belongs(to user: String?) -> Bool {
    guard let user, let appAccountToken, !appAccountToken.isEmpty else { return true }
    return appAccountToken.hasSameUTF8(as: user)
  }
}

extension [Entitlement] {
  /// One per name, in the order of the names.
  fileprivate var longestByName: [Entitlement] {
    let ordered = sorted { left, right in
      left.name.hasSameUTF8(as: right.name) ? left.outlasts(right) : left.name.precedes(right.name)
    }
    return ordered.reduce(into: []) { kept, next in
      if kept.last.map({ !$0.name.hasSameUTF8(as: next.name) }) ?? true { kept.append(next) }
    }
  }
}
