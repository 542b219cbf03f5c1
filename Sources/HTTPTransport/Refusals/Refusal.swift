/// Why a connection refuses a request or itself, without asking the service.
package enum Refusal: Hashable, Sendable, CaseIterable {
  /// Bytes that do not follow RFC 9112, or frames that do not follow RFC 9113.
  case malformedHTTP1, malformedHTTP2
  /// No `Host`, or several (RFC 9112, 3.2).
  case hostNotUnique
  /// A `Host` or `:authority` that is no host with a port or without.
  case invalidHost
  /// A `Host` that differs from `:authority` (RFC 9113, 8.3.1).
  case hostDiffersFromAuthority
  /// A target that is neither a path nor an address of HTTP on the host that `Host` names.
  case ambiguousTarget
  case unknownMethod
  /// A transfer coding that is not exactly `chunked`, or one in HTTP/1.0.
  case unknownTransferCoding
  /// The client expects something else than `100-continue` (RFC 9110, 10.1.1).
  case unknownExpectation
  case headersTooLarge
  /// More than `ConnectionLimits.largestBody`, or as expensive because of its many short parts.
  case bodyTooLarge
  /// The body does not fit into the budget for bodies.
  case bodyBudgetExceeded
  /// The body was dropped because it did not make progress.
  case bodyStalled
  /// As many requests of HTTP/2 are open as may be.
  case tooManyStreams
  /// The request ended before its body was complete.
  case incompleteRequest
  /// The request did not arrive in time.
  case requestTimeout
  /// The request was not answered in time.
  case responseTimeout
  /// As many connections are open as may be, and all are busy.
  case tooManyConnections
}
