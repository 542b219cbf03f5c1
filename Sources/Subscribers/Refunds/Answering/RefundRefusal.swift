/// Why a request for a refund was not answered. Apple then decides without us.
package enum RefundRefusal: String, CaseIterable, Sendable {
  /// The team's server reported no consent in time, or that it was withdrawn.
  case noConsent
  /// Apple takes no answer about a purchase that a family member or a seat holder uses.
  case familyShared
  /// The request came, or could be answered, only after Apple's 12 hours.
  case tooLate
  /// The request concerns the app itself, or names no purchase.
  case appTransaction
  /// No rule of `store/refunds.yaml` matches, or there is no such file.
  case noRule
  /// Xcode's test purchases have no App Store to answer to.
  case xcode
  /// Apple refused the answer for good.
  case rejected
  /// The App Store could not be reached, or took no answer, until the 12 hours were over.
  case unreachable
  /// No key for Apple's server API was configured until the 12 hours were over.
  case notConfigured

  /// The end of a sentence for people, after "not answered: ".
  package var sentence: String {
    switch self {
    case .noConsent: "the customer's consent was not reported in time"
    case .familyShared: "the purchase is shared, and Apple takes no answer about it"
    case .tooLate: "Apple's 12 hours were over"
    case .appTransaction: "it names no in-app purchase"
    case .noRule: "no rule of store/refunds.yaml matches"
    case .xcode: "it is a test purchase of Xcode"
    case .rejected: "Apple refused the answer"
    case .unreachable: "the App Store took no answer within its 12 hours"
    case .notConfigured: "no key for the App Store Server API is configured"
    }
  }
}
