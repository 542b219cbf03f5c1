import HTTPTypes

/// An error of Apple's server API: `{"errorCode": …, "errorMessage": …}`. The first three digits are
/// the status.
struct AppleError: Error, Hashable, Sendable {
  let code: Int
  let message: String

  init(_ code: Int, _ message: String) {
    self.code = code
    self.message = message
  }

  var status: Int { code / 10_000 }
}

// Codes and messages are Apple's.
extension AppleError {
  static let badRequest = AppleError(4_000_000, "Bad request.")
  static let invalidRevision = AppleError(4_000_005, "Invalid request revision.")
  static let invalidTransactionId = AppleError(4_000_006, "Invalid transaction id.")
  static let invalidOriginalTransactionId = AppleError(
    4_000_008, "Invalid original transaction id.")
  static let invalidExtendByDays = AppleError(4_000_009, "Invalid extend by days value.")
  static let invalidExtendReasonCode = AppleError(4_000_010, "Invalid extend reason code.")
  static let invalidRequestIdentifier = AppleError(4_000_011, "Invalid request identifier.")
  static let startDateTooFarInPast = AppleError(
    4_000_012, "Invalid request. The start date is earlier than the allowed start date.")
  static let startDateAfterEndDate = AppleError(
    4_000_013, "Invalid request. The end date precedes the start date or the dates are the same.")
  static let invalidPaginationToken = invalid(4_000_014, "pagination token is")
  static let invalidStartDate = AppleError(
    4_000_015,
    "Invalid request. The start date is not a timestamp value represented in milliseconds.")
  static let invalidEndDate = AppleError(
    4_000_016,
    "Invalid request. The end date is not a timestamp value represented in milliseconds.")
  static let invalidNotificationType = invalid(4_000_018, "notification type or subtype is")
  static let multipleFilters = AppleError(
    4_000_019,
    "Invalid request. Supply either a transaction id or a notification type, but not both.")
  static let invalidTestNotificationToken = invalid(4_000_020, "test notification token is")
  static let invalidSort = invalid(4_000_021, "sort parameter is")
  static let invalidProductType = invalid(4_000_022, "product type parameter is")
  static let invalidProductId = invalid(4_000_023, "product id parameter is")
  static let invalidSubscriptionGroup = invalid(
    4_000_024, "subscription group identifier parameter is")
  static let invalidOwnershipType = invalid(4_000_026, "in-app ownership type parameter is")
  static let emptyStorefronts = AppleError(
    4_000_027,
    "Invalid request. If provided, the list of storefront country codes must not be empty.")
  static let invalidStorefront = AppleError(
    4_000_028, "Invalid request. A storefront country code was invalid.")
  static let invalidRevoked = invalid(4_000_030, "revoked parameter is")
  static let invalidStatus = invalid(4_000_031, "status parameter is")
  static let invalidAccountTenure = invalid(4_000_032, "account tenure field is")
  static let invalidAppAccountToken = AppleError(
    4_000_033,
    "Invalid request. The app account token field must contain a valid UUID or an empty string.")
  static let invalidConsumptionStatus = invalid(4_000_034, "consumption status field is")
  static let invalidCustomerConsented = AppleError(
    4_000_035,
    "Invalid request. The customer consented field is required and must indicate the customer consented."
  )
  static let invalidDeliveryStatus = invalid(4_000_036, "delivery status field is")
  static let invalidDollarsPurchased = invalid(4_000_037, "lifetime dollars purchased field is")
  static let invalidDollarsRefunded = invalid(4_000_038, "lifetime dollars refunded field is")
  static let invalidPlatform = invalid(4_000_039, "platform field is")
  static let invalidPlayTime = invalid(4_000_040, "playtime field is")
  static let invalidSampleContent = invalid(4_000_041, "sample content provided field is")
  static let invalidUserStatus = invalid(4_000_042, "user status field is")
  static let invalidRefundPreference = invalid(4_000_044, "refund preference field is")
  static let transactionTypeNotSupported = AppleError(
    4_000_047,
    "Invalid request. The transaction id doesn't represent a supported in-app purchase type.")
  static let appTransactionNotSupported = AppleError(
    4_000_048, "Invalid request. App transactions aren't supported by this endpoint.")
  static let accountTokenNotUUID = AppleError(
    4_000_183, "Invalid request. The app account token field must be a valid UUID.")
  static let familyTransactionNotSupported = AppleError(
    4_000_185, "Invalid request. Family transactions aren't supported by this endpoint.")
  static let notOriginalTransactionId = AppleError(
    4_000_187, "Invalid request. The transaction ID provided is not an original transaction ID.")
  static let percentageOfSubscription = AppleError(
    4_000_209,
    "Invalid request. The consumption percentage field is not supported for auto-renewable subscription transactions."
  )
  static let notExtendable = AppleError(
    4_030_004, "Forbidden - subscription state ineligible for extension.")
  static let extendedTwice = AppleError(
    4_030_005, "Forbidden - subscription has reached maximum extension count.")
  static let familyNotExtendable = AppleError(
    4_030_007,
    "Subscriptions that users obtain through Family Sharing can't get a renewal date extension directly."
  )
  static let originalTransactionIdNotFound = AppleError(
    4_040_005, "Original transaction id not found.")
  static let noNotificationURL = AppleError(
    4_040_007,
    "No App Store Server Notification URL found for provided app. Check that a URL is configured in App Store Connect for this environment."
  )
  static let testNotificationNotFound = AppleError(
    4_040_008,
    "Either the test notification token is expired or the notification and status are not yet available."
  )
  static let statusRequestNotFound = AppleError(
    4_040_009,
    "The server didn't find a subscription-renewal-date extension request for this requestIdentifier and productId combination."
  )
  static let transactionIdNotFound = AppleError(4_040_010, "Transaction id not found.")
  // Apple names these four and the one above, without their numbers.
  static let notDeveloperManaged = AppleError(
    4_000_230,
    "Invalid request. The transaction isn't for a subscription that uses developer-hosted invitations."
  )
  static let bundleNotSupported = AppleError(
    4_000_231, "Invalid request. The transaction id of a bundle isn't supported.")
  static let noAvailableSeats = AppleError(
    4_030_030, "Forbidden - the subscription has no seats available to claim.")
  static let seatClaimNotFound = AppleError(4_040_030, "Seat claim id not found.")
  static let appTransactionIdNotFound = AppleError(4_040_031, "App transaction id not found.")
  static let rateLimitExceeded = AppleError(4_290_000, "Rate limit exceeded.")
  static let internalError = AppleError(5_000_000, "An unknown error occurred.")

  /// The answer to a call that this store does not have: a general code, so that no client asks
  /// again.
  static func notServed(_ what: String) -> AppleError {
    AppleError(4_000_000, "The local App Store does not serve \(what).")
  }

  private static func invalid(_ code: Int, _ what: String) -> AppleError {
    AppleError(code, "Invalid request. The \(what) invalid.")
  }
}
