/// Why the server gave no answer that can be used.
public enum NetworkFailure: Error, Hashable, Codable, Sendable {
  /// No whole answer came within the time.
  case timedOut
  /// No connection, or one that broke off; in the words of the system.
  case unreachable(String)
  /// The server refused, and says why.
  case refused(ServerProblem)
  /// The server is in trouble, by its status.
  case unavailable(status: Int)
  /// Too many requests; it may be asked again after this time.
  case tooManyRequests(retryAfter: Duration?)
  /// The server asked for a pause that is not over; nothing was sent.
  case paused
  /// What came is not an answer of a paywall server: a log-in page of a café, half an answer.
  case notUnderstood(String)
  /// The answer was a redirect, which is never followed.
  case redirected(to: String?)
  /// The caller did not wait for it.
  case cancelled
}

/// A problem document of the server (RFC 9457).
public struct ServerProblem: Error, Hashable, Codable, Sendable {
  /// A stable word, such as `offerNotEligible`.
  public let code: String
  /// The status of HTTP.
  public let status: Int
  /// What is wrong, and what to do next.
  public let detail: String
  /// A stable word of the module that refused.
  public let reason: String?
  /// The member of the request that is at fault.
  public let field: String?

  /// A refusal, for a test.
  public init(
    code: String, status: Int, detail: String = "", reason: String? = nil, field: String? = nil
  ) {
    self.code = code
    self.status = status
    self.detail = detail
    self.reason = reason
    self.field = field
  }
}
