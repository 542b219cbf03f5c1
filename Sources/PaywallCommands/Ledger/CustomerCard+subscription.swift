import CommandSupport
import HTTPDocuments
import PaywallCatalog
import Subscribers

extension CustomerCard {
  struct SubscriptionCard: Card {
    let subscription: Subscription
    /// The group's key in the configuration; Apple's id of a group that is not there.
    let group: String?

    static let members = Members<Self> {
      $0.maybe("group", .text) { $0.group }
      $0.always("originalTransactionId", .text) { $0.subscription.originalTransactionId }
      $0.always("state") { $0.subscription.state }
      $0.maybe("product", .text) { $0.subscription.current?.productId }
      $0.maybe("expires", .moment) { $0.subscription.current?.expiresDate?.rfc3339 }
      $0.maybe("autoRenew", .boolean) { $0.subscription.autoRenews }
      $0.always("inTrial", .boolean) { $0.subscription.inTrial }
      $0.maybe("offer", .text) { $0.offer }
      $0.maybe("graceUntil", .moment) { $0.subscription.billingIssue?.graceUntil?.rfc3339 }
      $0.maybe("retryUntil", .moment) { $0.subscription.billingIssue?.retryUntil.rfc3339 }
      $0.maybe("nextProduct", .text, "What it renews as.") { $0.nextProduct }
      $0.always("familyShared", .boolean) { $0.isFamilyShared }
      $0.always("assigned", "A seat that somebody else pays for.") { $0.subscription.isAssigned }
      $0.maybe("seats", .count, "Bought, added and not refunded.") { $0.subscription.seats?.held }
      $0.maybe("renewingSeats", .integer(), "How many renew.") { $0.subscription.seats?.renewing }
      $0.maybe("commitment", "A year that is paid monthly.") { $0.subscription.commitment }
    }

    private var offer: String? { subscription.offer.map { $0.id ?? "introductory" } }
    private var isFamilyShared: Bool { !subscription.isOwn && !subscription.isAssigned }

    private var nextProduct: String? {
      subscription.renewal.flatMap { $0.changesProduct ? $0.product : nil }
    }

    /// The words for people: `premium: subscribed, pro_yearly, until 2027-03-01T00:00:00Z, renews`.
    var words: String {
      var words = ["\(group ?? "no group"): \(subscription.state.rawValue)"]
      if let current = subscription.current {
        words.append(current.productId)
        if let expires = current.expiresDate { words.append("until \(expires.rfc3339)") }
      }
      if subscription.inTrial { words.append("in trial") }
      if let offer { words.append("offer \(offer)") }
      if let commitment = subscription.commitment {
        words.append(commitment.words)
      } else if let renews = subscription.autoRenews {
        words.append(renews ? "renews" : "does not renew")
      }
      if let seats = subscription.seats?.held {
        words.append("\(seats) \(seats == 1 ? "seat" : "seats")")
        if let renewing = subscription.seats?.renewing, renewing != seats {
          words.append("\(renewing) renew")
        }
      }
      if let nextProduct { words.append("next \(nextProduct)") }
      if let issue = subscription.billingIssue {
        words.append(
          issue.graceUntil.map { "grace until \($0.rfc3339)" }
            ?? "billing retry until \(issue.retryUntil.rfc3339)")
      }
      if isFamilyShared { words.append("shared by family") }
      if subscription.isAssigned { words.append("a seat that somebody else pays for") }
      return words.joined(separator: ", ")
    }
  }
}

extension RunningCommitment: Card {
  static let members = Members<Self> {
    $0.maybe("period", .integer()) { $0.period }
    $0.maybe("periods", .integer()) { $0.periods }
    $0.maybe("ends", .moment) { $0.ends?.rfc3339 }
    $0.maybe("renews", .boolean, "Another commitment follows.") { $0.renews }
  }

  /// The commitment: `period 3 of 12, ends 2027-03-01T00:00:00Z`; the months of one that ends are
  /// still billed.
  fileprivate var words: String {
    let place = [period, periods].map { $0.map(String.init) ?? "?" }
    let end = ends?.rfc3339 ?? "at an unknown time"
    let words = "period \(place[0]) of \(place[1]) of a commitment"
    return switch renews {
    case true?: "\(words), renews \(end)"
    case false?: "\(words), ends \(end)"
    case nil: "\(words) until \(end)"
    }
  }
}
