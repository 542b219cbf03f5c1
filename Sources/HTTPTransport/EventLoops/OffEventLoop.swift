/// Runs work that would block the other connections of an event loop, such as reading a folder, on
/// the global executor. Requests run on the event loop of their connection.
package func offEventLoop<Value: Sendable, Failure: Error>(
  _ work: @concurrent @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await withTaskExecutorPreference(globalConcurrentExecutor) {
    () async throws(Failure) -> Value in try await work()
  }
}
