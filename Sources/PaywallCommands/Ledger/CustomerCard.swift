import CommandSupport
import HTTPDocuments
import PaywallCatalog
import PaywallTextCoding
import Subscribers

/// A customer in the output of commands. Moments are RFC 3339, amounts milliunits.
struct CustomerCard: Card {
  let history: CustomerHistory
  let subscriber: Subscriber
  let entitlements: [Entitlement]
  let purchases: Purchases
  /// The number of signed texts that are kept of the customer, or of the user who was asked for.
  let texts: Int
  let visitors: [VisitorCard]
  let snapshot: Snapshot
  let now: Timestamp

  init(
    _ history: CustomerHistory, texts: Int, visitors: [VisitorCard] = [], in snapshot: Snapshot,
    at now: Timestamp
  ) {
    self.history = history
    subscriber = history.subscriber(at: now, in: snapshot)
    entitlements = history.entitlements(at: now, in: snapshot, for: nil)
    purchases = Purchases(history.transactions)
    self.texts = texts
    self.visitors = visitors
    self.snapshot = snapshot
    self.now = now
  }

  static let members = Members<Self> {
    $0.always("environment") { $0.history.environment }
    $0.maybe("appTransactionId", .text) { $0.history.appTransactionId }
    $0.maybe("newestFact", .moment, "When Apple signed the newest fact that is known.") {
      $0.subscriber.newestFact?.rfc3339
    }
    $0.maybe("historyFetchedAt", "As of when the whole history is known.") { $0.history.completeAt }
    $0.always("texts", .count, "Signed texts that are kept of the customer or user.") { $0.texts }
    $0.always("everSubscribed", .boolean) { $0.subscriber.everSubscribed }
    $0.always("refunds", .count) { $0.subscriber.refunds }
    $0.always("spend", .map(to: .integer()), "Milliunits by currency.") { $0.subscriber.spend }
    $0.maybe("balances", .map(to: .integer()), "Units by currency; without --at.") {
      $0.history.balances.isEmpty ? nil : $0.history.balances
    }
    $0.always("entitlements", .list(of: Entitlement.schema)) { $0.entitlements }
    $0.always("subscriptions", .list(of: SubscriptionCard.schema)) { $0.subscriptions }
    $0.always("grants", .list(of: GrantCard.schema), "The earliest first.") { $0.grants }
    $0.always("timeline", .list(of: TransactionCard.schema), "The earliest first.") { $0.timeline }
    $0.always(
      "contradictions",
      "Texts that name one purchase and contradict each other; each counts as a purchase."
    ) { $0.purchases.contradictions }
    $0.always("visitors", "Who were seen with the customer.") { $0.visitors }
  }

  var subscriptions: [SubscriptionCard] {
    subscriber.subscriptions.map { subscription in
      let group = snapshot.groups.first { $0.id == subscription.groupId }
      return SubscriptionCard(
        subscription: subscription, group: group?.key ?? subscription.groupId)
    }
  }

  var grants: [GrantCard] {
    history.grants.sorted { $0.grantedAt < $1.grantedAt }.map { GrantCard(grant: $0, now: now) }
  }

  var timeline: [TransactionCard] {
    let byId = Dictionary(
      purchases.facts.map { (UTF8Key($0.transactionId), $0) },
      uniquingKeysWith: { first, _ in first })
    return history.transactions.sorted { $0.moment < $1.moment }.map {
      let id = purchases.id(ofTransaction: $0.transactionId)
      return TransactionCard(transaction: $0, purchase: byId[UTF8Key(id)] ?? $0)
    }
  }
}

extension Entitlement: Card {
  static let members = Members<Self> {
    $0.always("id", .text) { $0.name }
    $0.always("product", .text) { $0.product }
    $0.maybe("expires", .moment) { $0.expires?.rfc3339 }
    $0.maybe("source", "`seat`, or the source of given access.") { $0.source }
  }
}

extension CopyContradiction: Card {
  static let members = Members<Self> {
    $0.always("transactionIds", .list(of: .text)) { $0.transactionIds }
    $0.always("product", .text) { $0.productId }
    $0.always("about", .list(of: .words(of: Field.self)), "Apple's names.") {
      $0.fields.map(\.rawValue)
    }
  }
}

extension CustomerCard {
  struct GrantCard: Card {
    let grant: Grant
    let now: Timestamp

    static let members = Members<Self> {
      $0.always("offer", .text) { $0.grant.offer }
      $0.always("product", .text) { $0.grant.product }
      $0.always("grantedAt", .moment) { $0.grant.grantedAt.rfc3339 }
      $0.always("state", .words(["redeemed", "outstanding", "lapsed"])) { $0.state }
      $0.maybe("experiment", .text) { $0.grant.experiment }
      $0.maybe("variant", .text) { $0.grant.variant }
      $0.maybe("redeemedBy", .text, "A transaction id.") { $0.grant.redemption?.transactionId }
    }

    var state: String {
      grant.redemption != nil ? "redeemed" : grant.isOutstanding(at: now) ? "outstanding" : "lapsed"
    }
  }
}
