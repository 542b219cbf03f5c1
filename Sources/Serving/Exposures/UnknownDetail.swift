/// A detail of an exposure that was sent and cannot be used: it is recorded as unknown, and counted.
/// What was not sent is unknown too, and not counted.
package enum UnknownDetail: String, CaseIterable, Sendable {
  /// Not a time.
  case sentAt
  /// The device's clock is more than a year off: its times are not corrected.
  case clock
  /// Rendered later than it was received.
  case futureTime
  /// The configuration has no placement of this name.
  case placement
  case storefront, platform, appVersion, osVersion, language, firstSeen
  /// Not an object, or with a member that has no meaning.
  case shown
  case paywall
  /// The variant does not show this paywall at the placement.
  case undecidedPaywall
  case content, products, product, price, currency, introductoryEligible
}
