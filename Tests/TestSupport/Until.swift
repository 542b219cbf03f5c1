package import Testing

/// Waits until something is so that other tasks bring about.
///
/// It asks every millisecond, because `Task.yield` alone would occupy a thread that those tasks need. What
/// is not so after five minutes never will be, on however busy a machine: the test fails here, and ends.
package func until(
  sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () async throws -> Bool
) async rethrows {
  let end = ContinuousClock.now + .seconds(300)
  while !(try await isSo()) {
    guard ContinuousClock.now < end, !Task.isCancelled else {
      Issue.record("It never came to this.", sourceLocation: sourceLocation)
      return
    }
    // A task that was cancelled does not sleep; the next turn ends it.
    try? await Task.sleep(for: .milliseconds(1))
  }
}
