import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Decides whether a client still reads a response. A long body is written in pieces, and each
/// piece that reaches the network counts as progress, so a slow line may take as long as it needs.
final class WriteProgress {
  /// Bytes. At 1 KiB/s, one piece leaves every 16 s.
  private static let piece = 16 * 1024

  /// The moment when the response last made progress.
  private(set) var last = NIODeadline.distantPast
  /// The body was cut into pieces.
  private(set) var isLong = false

  /// The head of a response is written.
  func begin(at now: NIODeadline) {
    last = now
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
      let written = context.eventLoop.makePromise(of: Void.self)
      written.futureResult.assumeIsolated().whenSuccess { self.last = context.eventLoop.now }
      context.write(NIOAny(HTTPResponsePart.body(piece)), promise: written)
    }
    context.write(NIOAny(HTTPResponsePart.body(rest)), promise: promise)
  }
}

@available(*, unavailable)
extension WriteProgress: Sendable {}
