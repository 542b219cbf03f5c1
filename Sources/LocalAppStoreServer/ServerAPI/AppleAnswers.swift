/// The bodies of answers, with Apple's members.
enum AppleAnswers {
  /// A body of one member.
  typealias Single = [String: String]

  struct Failure: Encodable {
    var errorCode: Int
    var errorMessage: String
  }

  struct History: Encodable {
    var revision: String
    var hasMore: Bool
    var bundleId: String
    var appAppleId: Int64?
    var environment: String
    var signedTransactions: [String]
  }

  struct Refunds: Encodable {
    var signedTransactions: [String]
    var revision: String
    var hasMore: Bool
  }

  struct Statuses: Encodable {
    var environment: String
    var bundleId: String
    var appAppleId: Int64?
    var data: [Group]

    struct Group: Encodable {
      var subscriptionGroupIdentifier: String
      var lastTransactions: [Item]
    }

    struct Item: Encodable {
      var status: Int
      var originalTransactionId: String
      var signedTransactionInfo: String
      var signedRenewalInfo: String
    }
  }

  struct Order: Encodable {
    /// 0 for a valid order, 1 for none.
    var status: Int
    var signedTransactions: [String]?
  }

  struct Extended: Encodable {
    var originalTransactionId: String
    var webOrderLineItemId: String
    var success: Bool
    var effectiveDate: Int64
  }

  struct ExtensionStatus: Encodable {
    var requestIdentifier: String
    var complete: Bool
    var completeDate: Int64?
    var succeededCount: Int?
    var failedCount: Int?
  }

  struct Seats: Encodable {
    var totalSeatCount: Int
    var availableSeatCount: Int
    var assignedSeatClaimIds: [String]
  }

  struct Sent: Encodable {
    var signedPayload: String
    var sendAttempts: [Attempt]

    struct Attempt: Encodable {
      var attemptDate: Int64
      var sendAttemptResult: String
    }
  }

  struct Messages: Encodable {
    var messageIdentifiers: [Item]

    struct Item: Encodable {
      var messageIdentifier: String
      var messageState: String
    }
  }

  struct Images: Encodable {
    var imageIdentifiers: [Item]

    struct Item: Encodable {
      var imageIdentifier: String
      var imageState: String
      var imageSize: String
    }
  }

  struct Notifications: Encodable {
    var paginationToken: String?
    var hasMore: Bool
    var notificationHistory: [Sent]
  }
}
