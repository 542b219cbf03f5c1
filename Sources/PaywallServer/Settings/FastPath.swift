/// Which requests are answered at the socket, without the framework. The answers are the same.
package enum FastPath: CaseIterable, Sendable {
  /// None: every request goes through the framework.
  case off
  /// A plain GET of a placement, each put together by itself; for tests.
  case express
  /// The same, and from what was put together for the last one of its shape.
  case on
}
