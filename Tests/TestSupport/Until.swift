package import Testing

/// Waits until something is so that other tasks bring about.
///
/// It asks every millisecond, because `Task.yield` alone would occupy a thread that those tasks need. What
/// is not so after five minutes and 100,000 questions never will be: the test fails here, and ends. Minutes
/// alone say little at the start of a large suite on a slow machine, when thousands of tests are in line
/// before that task; but between two questions each of them has had a turn.
package func until(
  sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () async throws -> Bool
) async rethrows {
  let end = ContinuousClock.now + .seconds(300)
  var questions = 0
  while !(try await isSo()) {
    questions += 1
    guard ContinuousClock.now < end || questions < 100_000, !Task.isCancelled else {
      Issue.record("It never came to this.", sourceLocation: sourceLocation)
      return
    }
    // A task that was cancelled does not sleep; the next turn ends it.
    try? await Task.sleep(for: .milliseconds(1))
  }
}
