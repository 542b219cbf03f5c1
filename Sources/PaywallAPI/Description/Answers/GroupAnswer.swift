package import HTTPDocuments
import PaywallCatalog
package import Subscribers

/// A subscription group of a customer.
struct GroupAnswer: AnswerObject {
  let group: Subscriber.Group
  /// The one that decides.
  let subscription: Subscription?
  let key: String?
  let showsIds: Bool

  static let members = Members<Self> {
    $0.orNull("id", "The App Store's id; null where a purchase names no group.") { $0.group.id }
    $0.maybe("key", "The group's key in the configuration.") { $0.key }
    $0.maybe("state") { $0.group.facts.state }
    $0.maybe("product") { $0.group.facts.product }
    $0.maybe("expires") { $0.subscription?.current?.expiresDate }
    $0.maybe("offer") { $0.group.facts.offer }
    $0.maybe("autoRenew") { $0.group.facts.autoRenew }
    $0.maybe("inTrial") { $0.group.facts.inTrial }
    $0.maybe("familyShared") { $0.group.facts.familyShared && !$0.isAssigned }
    $0.maybe("assigned", "True for a seat that somebody else pays for.") {
      $0.isAssigned ? true : nil
    }
    $0.maybe("seats", "The seats of a multiseat purchase: bought, added and not refunded.") {
      $0.subscription?.seats.map(SeatsAnswer.init)
    }
    $0.maybe("commitment", "A year that is paid monthly, while it runs.") {
      $0.subscription?.commitment.map(CommitmentAnswer.init)
    }
    $0.maybe("billingIssue") { $0.subscription?.billingIssue }
    $0.maybe("renewal", "The renewal at the end of the period.") { $0.subscription?.renewal }
    $0.maybe("originalTransactionId", "For servers.") {
      $0.showsIds ? $0.subscription?.originalTransactionId : nil
    }
    $0.maybe("transactionId", "For servers.") {
      $0.showsIds ? $0.subscription?.current?.transactionId : nil
    }
  }

  private var isAssigned: Bool { subscription?.isAssigned ?? false }
}

private struct SeatsAnswer: AnswerObject {
  let seats: HeldSeats

  static let members = Members<Self> {
    $0.orNull("held", "Null if Apple's numbers contradict each other.") { $0.seats.held }
    $0.maybe("renewing", .integer(), "The number of seats that renew.") { $0.seats.renewing }
  }
}

private struct CommitmentAnswer: AnswerObject {
  let commitment: RunningCommitment

  static let members = Members<Self> {
    $0.orNull("ends") { $0.commitment.ends }
    $0.maybe("renews", "Another commitment follows; else nothing renews at `ends`.") {
      $0.commitment.renews
    }
    $0.maybe("period", .integer(from: 1), "The period that was paid last.") {
      $0.commitment.period
    }
    $0.maybe("periods", .integer(from: 1)) { $0.commitment.periods }
  }
}

extension BillingIssue: AnswerObject {
  package static let members = Members<Self> {
    $0.always("since") { $0.since }
    $0.maybe("graceUntil") { $0.graceUntil }
    $0.always("retryUntil") { $0.retryUntil }
  }
}

extension NextRenewal: AnswerObject {
  package static let members = Members<Self> {
    $0.always(
      "pendingChange", "True if another product, another price, an offer or nothing follows."
    ) { $0.isChange }
    $0.maybe("autoRenew") { $0.autoRenews }
    $0.maybe("product") { $0.product }
    $0.maybe("date") { $0.date }
    $0.maybe("priceMilliunits", "Thousandths of the currency's unit.") { $0.price }
    $0.maybe("currency", "ISO 4217.") { $0.currency }
    $0.maybe("offer") { $0.offer?.id }
    $0.maybe("agreedToPriceIncrease") { $0.agreedToPriceIncrease }
  }
}
