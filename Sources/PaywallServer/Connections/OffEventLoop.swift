/// Does what would hold up the other connections of an event loop, such as reading a folder, on the
/// threads that are there for such work (`YieldingExecutor`). Requests run on the event loop of their
/// connection.
package func offEventLoop<Value: Sendable, Failure: Error>(
  _ work: @concurrent @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await withTaskExecutorPreference(YieldingExecutor.shared) {
    () async throws(Failure) -> Value in try await work()
  }
}
