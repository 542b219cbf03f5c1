/// Tokens a second for each kind of bucket. Access.md has the figures and reasons.
package struct RateSettings: Hashable, Sendable {
  /// For each client key at each address; 0: no limit.
  package var client = 2_000
  /// For each key but those of apps; 0: no limit.
  package var server = 5_000

  /// Body bytes that a request's token covers, and that each further token covers.
  package static let bytesPerToken = 4096

  /// Tokens for the bytes of a body, besides the request's own.
  package static func cost(ofBytes count: Int) -> Int {
    max(0, count - 1) / bytesPerToken
  }

  /// The highest rate allowed.
  package static let most = 1_000_000
}

/// The scope of a bucket; the label of the metric.
package enum RateScope: String, CaseIterable, Sendable {
  /// Requests with a client key, by key and address.
  case client
  /// Requests with any other key, by key.
  case server
  /// Exposures and aliases with a client key, by key and address: anyone can make the ledger store
  /// them.
  case records
  /// Requests without a good key, by address.
  case unknownKey
  /// Notifications that Apple did not sign, by address.
  case notification
  /// Notifications that Apple signed and that name no app, by address: anyone with an app can make
  /// the ledger keep them aside.
  case keptAside
  /// Certificates that lead to no trusted root, by address.
  case chains
}
