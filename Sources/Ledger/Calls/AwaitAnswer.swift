/// Waits for the answer to a call that is done on another thread.
///
/// - Parameter work: is told how to answer, and has to do so once.
package func awaitAnswer<Output: Sendable>(
  _ work: (_ answer: @escaping @Sendable (Result<Output, LedgerFailure>) -> Void) -> Void
) async throws(LedgerFailure) -> Output {
  let result = await withCheckedContinuation {
    (continuation: CheckedContinuation<Result<Output, LedgerFailure>, Never>) in
    work { continuation.resume(returning: $0) }
  }
  return try result.get()
}
