/// A connection that is set up.
package struct AcceptedConnection: Sendable {
  /// Returns once the connection is closed and no route works for it. If the task is cancelled, closes it
  /// first.
  package let serve: @Sendable () async -> Void
}
