/// Why the client could not do something that needs the server.
public enum PaywallsError: Error, Hashable, Sendable {
  /// The server refused; its `code` says why, such as `offerNotEligible`, `noVerifiedHistory` or,
  /// for an offer that was signed as often as its grant allows, `attemptsExhausted`.
  case refused(ServerProblem)
  /// The server did not answer.
  case network(NetworkFailure)
}

extension PaywallsError {
  init(_ failure: NetworkFailure) {
    if case .refused(let problem) = failure {
      self = .refused(problem)
    } else {
      self = .network(failure)
    }
  }
}
