/// The calls of Apple's App Store Server API that this client makes. Each has a budget of its own.
package enum AppStoreEndpoint: String, CaseIterable, Sendable {
  case transaction, history, statuses, consumption, notifications, finish
  case extend, accountToken
  case order, refunds
  case extendAll, extensionStatus, requestTest, testStatus
  case setDefaultMessage
  case uploadMessage, deleteMessage, messages, uploadImage, deleteImage, images
  case defaultMessage, deleteDefaultMessage, setRealtimeURL, realtimeURL, deleteRealtimeURL
  case startPerformanceTest, performanceTest
  case seats, claimSeat, unclaimSeat, associateSeat

  /// Apple's limit for one app in production, which is enforced for an hour; the sandbox has a
  /// tenth.
  var callsPerSecond: Int {
    switch self {
    case .transaction, .history, .statuses, .consumption, .notifications, .finish:
      50
    // Apple's page of limits names none for seats: the lower one of calls about one purchase.
    case .extend, .accountToken, .seats, .claimSeat, .unclaimSeat, .associateSeat: 20
    case .order, .refunds, .setDefaultMessage: 10
    case .extendAll, .extensionStatus, .requestTest, .testStatus, .uploadMessage, .deleteMessage,
      .messages, .uploadImage, .deleteImage, .images, .defaultMessage, .deleteDefaultMessage,
      .setRealtimeURL, .realtimeURL, .deleteRealtimeURL, .startPerformanceTest, .performanceTest:
      1
    }
  }
}

/// The order of waiting calls.
package enum CallPriority: Int, CaseIterable, Comparable, Sendable {
  /// A customer or Apple's deadline waits: it may use the whole budget.
  case urgent
  case usual
  /// Caused by clients, who must not be able to spend the budget: at most a tenth of it.
  case background

  package static func < (left: CallPriority, right: CallPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}
