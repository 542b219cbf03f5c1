package import NIOCore
import Synchronization

/// The origin of requests: a connection of HTTP/1.1, or a stream of HTTP/2.
package final class RequestSource: Sendable {
  /// The other end of the connection.
  package let peer: ClientAddress
  private let isLate = Atomic(false)

  package init(_ channel: any Channel) { peer = ClientAddress(channel) }

  /// True if the client got the response that its request timed out. The route's response is then not
  /// sent and not counted.
  package var hasTimedOut: Bool { isLate.load(ordering: .relaxed) }

  func noteTimeout() { isLate.store(true, ordering: .relaxed) }
}
