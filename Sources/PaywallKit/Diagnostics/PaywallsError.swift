/// Why something that needs the server could not be done.
public enum PaywallsError: Error, Hashable, Sendable {
  /// The server says no; its `code` says why, such as `offerNotEligible`, `noVerifiedHistory` or,
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
