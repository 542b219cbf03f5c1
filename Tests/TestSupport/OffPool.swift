import Foundation

/// Runs what blocks on a thread of its own: the pool of tasks has as many threads as the machine has
/// processors, and other tests wait for them.
package func offPool<Output: Sendable>(
  _ work: @escaping @Sendable () throws -> Output
) async throws -> Output {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
  }
}
