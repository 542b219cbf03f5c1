package import PaywallCatalog

/// A mark that remains of an erased customer: no text of Apple's, no purchase, only what a limit
/// counts.
package enum HistoryMark: Hashable, Sendable {
  /// An introductory offer was used in this group (App Store Connect's identifier).
  case introductory(groupId: String)
  /// A promotional offer was redeemed, by Apple's offer identifier.
  case redemption(offerId: String, at: Timestamp)
  /// The customer had a subscription in the app.
  case everSubscribed
}

extension HistoryMark {
  /// A total order, so that equal sets of marks are stored equally.
  package func precedes(_ other: HistoryMark) -> Bool {
    var order = Precedence()
    order.compare(other.rank, rank)
    order.compare(other.name, name)
    order.compare(other.moment, moment)
    return order.isLast ?? false
  }

  private var rank: Int {
    switch self {
    case .everSubscribed: 0
    case .introductory: 1
    case .redemption: 2
    }
  }

  private var name: String? {
    switch self {
    case .everSubscribed: nil
    case .introductory(let groupId): groupId
    case .redemption(let offerId, _): offerId
    }
  }

  private var moment: Timestamp? {
    if case .redemption(_, let moment) = self { moment } else { nil }
  }
}
