package import HTTPDocuments
package import PaywallCatalog
package import Subscribers

/// A customer's entitlements with their end, per subscription group the state, billing issues and
/// next renewal, and the purchases that do not renew; or those of all of a user's customers. Ids of
/// transactions and customers are for servers.
package struct CustomerAnswer: AnswerObject {
  private let histories: [CustomerHistory]
  private let own: [CustomerHistory]
  private let subscribers: [Subscriber]
  private let user: String?
  private let snapshot: Snapshot
  private let showsIds: Bool
  private let listed: ListedPurchases?
  private let now: Timestamp

  /// - Parameters:
  ///   - user: limits entitlements to purchases of this user's account or of none.
  ///   - listed: for a server.
  package init(
    histories: [CustomerHistory], user: String?, snapshot: Snapshot, showsIds: Bool,
    listed: ListedPurchases? = nil, now: Timestamp
  ) {
    (self.histories, self.user, self.snapshot) = (histories, user, snapshot)
    (self.showsIds, self.listed, self.now) = (showsIds, listed, now)
    own = histories.map { $0.only(of: user) }
    subscribers = own.map { $0.subscriber(at: now, in: snapshot) }
  }

  package static let members = Members<Self> {
    $0.always("environment") { $0.histories.first?.environment ?? .production }
    $0.maybe("newestFact", "When Apple signed the newest fact that is known.") {
      $0.subscribers.compactMap(\.newestFact).max()
    }
    $0.maybe("appTransactionIds", "For servers.") {
      $0.showsIds ? $0.histories.compactMap(\.appTransactionId) : nil
    }
    $0.always("entitlements", .list(of: .ref(.entitlement))) { $0.entitlements }
    $0.always("groups", .list(of: .ref(.subscriptionGroup))) { $0.groups }
    $0.maybe(
      "purchases", .list(of: .ref(.purchase)),
      "Purchases that do not renew. For a server, those new or changed since `purchasesAfter`, in the order of the ledger: a purchase that is refunded, or whose refund is reversed, is listed again under its id. For an app, its present purchases."
    ) { $0.purchases }
    $0.maybe(
      "balances",
      "By currency, the units that are left. A customer's show to servers and to an app with the customer's evidence, a user id's to servers and under a `userProof`. Absent if there are none."
    ) { $0.balances }
    $0.maybe(
      "purchasesCursor",
      "For servers: send it as `purchasesAfter` to get later purchases. A cursor of another ledger begins at the first purchase."
    ) { $0.listed?.cursor }
    $0.maybe("morePurchases", "For servers: whether another page follows at once.") {
      $0.listed?.hasMore
    }
  }

  package static var schema: Schema { .object(members.properties + [Schema.leftOut]) }

  private var entitlements: [EntitlementAnswer] {
    histories.entitlements(at: now, in: snapshot, for: user?.lowercased())
      .map(EntitlementAnswer.init)
  }

  private var balances: [String: Int64]? {
    let sums = histories.reduce(into: [:]) { $0.merge($1.balances) { $0 + $1 } }
    return sums.isEmpty ? nil : sums
  }

  private var groups: [GroupAnswer] {
    subscribers.flatMap { subscriber in
      subscriber.groups.map { group in
        GroupAnswer(
          group: group, subscription: subscriber.deciding(group),
          key: snapshot.groups.first { $0.id == group.id }?.key, showsIds: showsIds)
      }
    }
  }

  private var purchases: [PurchaseAnswer]? {
    if let listed { return listed.purchases.map { PurchaseAnswer(purchase: $0, whole: $0) } }
    guard !showsIds else { return nil }
    return own.flatMap { Purchases($0.transactions).oneTime }.filter { $0.isHeld(at: now) }
      .map { PurchaseAnswer(purchase: $0) }
  }
}

extension CustomerHistory {
  /// Returns the history without the purchases of other accounts on the same device. Any copy of a
  /// purchase says whose it is, also for those that do not.
  fileprivate func only(of user: String?) -> CustomerHistory {
    guard let user else { return self }
    return CustomerHistory(
      environment: environment, appTransactionId: appTransactionId,
      transactions: Purchases(transactions).facts.filter { purchase in
        purchase.appAccountToken.map { $0 == user.lowercased() } ?? true
      }, renewals: renewals, grants: grants, marks: marks, completeAt: completeAt)
  }
}

struct EntitlementAnswer: AnswerObject {
  let entitlement: Entitlement

  static let members = Members<Self> {
    $0.always("id", "Its name in the configuration.") { $0.entitlement.name }
    $0.always("product", "Empty for an entitlement that was given without a product.") {
      $0.entitlement.product
    }
    $0.orNull("expires", "Null for ever.") { $0.entitlement.expires }
    $0.maybe(
      "source",
      "`seat` for a seat of another customer's purchase, else the source of given access. Absent for the customer's own purchase."
    ) { $0.entitlement.source }
  }
}
