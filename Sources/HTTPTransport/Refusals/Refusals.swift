import HTTPTypes
import NIOCore
import Synchronization

/// The refusals of all connections of a server, and the requests that timed out while a route was
/// still working on them.
package final class Refusals: Sendable {
  private let responder: any RefusalResponder
  let held = HeldRefusals()
  /// Channels whose request got a timeout response while its route was still running.
  private let timedOut = Mutex<Set<ObjectIdentifier>>([])
  /// Read without the lock, as it is zero nearly always.
  private let timedOutCount = Atomic(0)

  package init(_ responder: any RefusalResponder) { self.responder = responder }

  /// The response to a request, or to bytes that never became one.
  ///
  /// - Parameter limit: the time that the request had, if it took too long.
  func response(
    _ refusal: Refusal, to request: RefusedRequest?, after limit: TimeAmount = .zero
  ) -> (head: HTTPResponse, body: ByteBuffer) {
    responder.response(to: refusal, of: request, after: limit)
  }

  /// The complete response of HTTP/1.1 to a connection that is not read.
  func http1(_ refusal: Refusal) -> ByteBuffer { responder.http1(refusal) }

  /// Counts a refusal that gets no response.
  func count(_ refusal: Refusal) { responder.count(refusal) }
}

extension Refusals {
  /// The client gets the response that its request timed out.
  ///
  /// - Parameter channel: the connection of HTTP/1.1, or the stream of HTTP/2.
  func noteTimeout(_ channel: any Channel) {
    timedOut.withLock { timedOut in
      timedOut.insert(ObjectIdentifier(channel))
      timedOutCount.store(timedOut.count, ordering: .relaxed)
    }
  }

  /// True if the client got the response that its request on this channel timed out. The route's
  /// response is then not sent and not counted.
  package func hasTimedOut(_ channel: ObjectIdentifier) -> Bool {
    timedOutCount.load(ordering: .relaxed) > 0 && timedOut.withLock { $0.contains(channel) }
  }

  /// No route works on a request of the channel any more.
  func forget(_ channel: any Channel) {
    guard timedOutCount.load(ordering: .relaxed) > 0 else { return }
    timedOut.withLock { timedOut in
      timedOut.remove(ObjectIdentifier(channel))
      timedOutCount.store(timedOut.count, ordering: .relaxed)
    }
  }
}
