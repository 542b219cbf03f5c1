/// The visitor of an exposure, in one environment.
struct VisitorIdentity: Codable, Equatable, Sendable {
  var anonymousId: String
  var userId: String?
  /// The environment, which keeps test traffic apart; `nil` is production.
  var environment: String?
  /// The proof that the app had when the paywall was assigned.
  var userProof: String?

  /// The ids alone.
  var visitor: VisitorIds {
    VisitorIds(anonymousId: anonymousId, userId: userId, firstSeen: 0)
  }

  var attributes: [String: AttributeValue] {
    var attributes: [String: AttributeValue] = ["anonymousId": .string(anonymousId)]
    attributes["userId"] = userId.map { .string($0) }
    attributes["environment"] = environment.map { .string($0) }
    return attributes
  }
}
