import HTTPTypes
import NIOCore
import Synchronization

/// What connections answer themselves, without a route: text that is no request, and what took too
/// long.
package final class Refusals: Sendable {
  private let responder: any RefusalResponder
  /// Where a route is still at a request that was told to be too late.
  private let late = Mutex<Set<ObjectIdentifier>>([])
  private let lateCount = Atomic(0)

  package init(_ responder: any RefusalResponder) { self.responder = responder }

  /// The answer to a request, or to what never became one.
  ///
  /// - Parameter limit: what it had, if it took too long.
  func answer(
    _ refusal: Refusal, to asked: RefusedRequest?, after limit: TimeAmount = .zero
  ) -> (head: HTTPResponse, body: ByteBuffer) {
    responder.response(to: refusal, of: asked, after: limit)
  }

  /// The whole answer to bytes that nobody reads, in those of HTTP/1.1.
  func http1(_ refusal: Refusal) -> ByteBuffer { responder.http1(refusal) }

  /// Somebody was sent away without a word.
  func count(_ refusal: Refusal) { responder.count(refusal) }
}

extension Refusals {
  /// The connection, or the stream, tells its client that the answer takes too long.
  func tooLate(_ channel: any Channel) {
    late.withLock { late in
      late.insert(ObjectIdentifier(channel))
      lateCount.store(late.count, ordering: .relaxed)
    }
  }

  /// Whether whoever asked there was told so; then an answer counts no more.
  package func isTooLate(_ channel: ObjectIdentifier) -> Bool {
    lateCount.load(ordering: .relaxed) > 0 && late.withLock { $0.contains(channel) }
  }

  /// Nobody is at a request of the channel any more.
  func forget(_ channel: any Channel) {
    guard lateCount.load(ordering: .relaxed) > 0 else { return }
    late.withLock { late in
      late.remove(ObjectIdentifier(channel))
      lateCount.store(late.count, ordering: .relaxed)
    }
  }
}
