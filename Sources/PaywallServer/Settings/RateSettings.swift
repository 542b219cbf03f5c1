/// How many tokens a second there are for whom. The figures and the reasons are in Access.md.
package struct RateSettings: Hashable, Sendable {
  /// For each client key at each address; 0 is no limit.
  package var client = 2_000
  /// For each server or admin key; 0 is no limit.
  package var server = 5_000

  package init() {}

  /// Bytes of a body that come with the request, and that each further token pays for.
  package static let bytesPerToken = 4096

  /// Tokens for the bytes of a body, beside the one for its request.
  package static func cost(ofBytes count: Int) -> Int {
    max(0, count - 1) / bytesPerToken
  }

  /// The highest rate that can be set.
  package static let most = 1_000_000
}

/// What a bucket is for; the label of the metric.
package enum RateScope: String, CaseIterable, Sendable {
  /// Requests with a client key, by key and address.
  case client
  /// Requests with a server or admin key, by key.
  case server
  /// Exposures and aliases with a client key, by key and address: what anybody can make the ledger
  /// keep.
  case records
  /// Requests without a good key, by address.
  case unknownKey
  /// Notifications that Apple did not sign, by address.
  case notification
  /// Certificates that lead to no trusted root, by address.
  case chains
}
