import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Whether a client goes on taking an answer. A long answer is cut into pieces, and each that has
/// left is a sign that it does: how long the whole takes is a matter of its line.
final class Taking {
  /// Bytes. At 1 KiB a second one leaves every 16 s.
  private static let piece = 16 * 1024

  private(set) var since = NIODeadline.now()
  /// The answer was cut into pieces.
  private(set) var isLong = false

  /// The head of an answer leaves.
  func begin() {
    since = .now()
    isLong = false
  }

  func write(
    _ part: HTTPResponsePart, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) {
    guard case .body(var rest) = part, rest.readableBytes > Self.piece else {
      return context.write(NIOAny(part), promise: promise)
    }
    isLong = true
    while rest.readableBytes > Self.piece, let piece = rest.readSlice(length: Self.piece) {
      let left = context.eventLoop.makePromise(of: Void.self)
      left.futureResult.assumeIsolated().whenSuccess { self.since = .now() }
      context.write(NIOAny(HTTPResponsePart.body(piece)), promise: left)
    }
    context.write(NIOAny(HTTPResponsePart.body(rest)), promise: promise)
  }
}

@available(*, unavailable)
extension Taking: Sendable {}
