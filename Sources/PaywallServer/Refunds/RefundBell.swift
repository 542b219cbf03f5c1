/// Wakes the service that answers requests for refunds, so that one that arrives here does not wait
/// for the next look.
package struct RefundBell: Sendable {
  /// Each says that there may be something to do; those that come meanwhile are one.
  let rings: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  package init() {
    (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  package func ring() { continuation.yield() }
}
