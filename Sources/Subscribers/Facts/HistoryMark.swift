package import Catalog

/// What stays of an erased customer: no text of Apple's, no purchase, only what a limit counts.
package enum HistoryMark: Hashable, Sendable {
  /// An introductory offer was used in this group (App Store Connect's identifier).
  case introductory(groupId: String)
  /// A promotional offer was redeemed, by Apple's offer identifier.
  case redemption(offerId: String, at: Timestamp)
  /// The customer had a subscription in the app.
  case everSubscribed
}
