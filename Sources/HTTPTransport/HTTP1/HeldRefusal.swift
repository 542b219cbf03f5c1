import NIOCore
import NIOHTTP1

/// A refusal at the socket that is not sent yet.
struct HeldRefusal {
  let response: PlainResponse
  /// What came after the refused request.
  private(set) var input: ByteBuffer
  /// The end of the connection, announced in the meantime.
  var end: Any?
  let timer: Scheduled<Void>
  private let place: HeldRefusals.Place

  init(
    _ response: PlainResponse, _ input: ByteBuffer, _ timer: Scheduled<Void>,
    _ place: HeldRefusals.Place
  ) {
    self.response = response
    self.input = input
    self.timer = timer
    self.place = place
  }

  /// Of a connection that ends with the response nothing is kept.
  mutating func append(_ bytes: ByteBuffer) {
    guard response.then != .close else { return }
    input.writeImmutableBuffer(bytes)
  }
}

/// A refusal of the framework that is not sent yet.
struct HeldResponse {
  var parts: [(part: HTTPServerResponsePart, promise: EventLoopPromise<Void>?)] = []
  /// The connection's end, asked for in the meantime.
  var close: (mode: CloseMode, promise: EventLoopPromise<Void>?)?
  let timer: Scheduled<Void>
  private let place: HeldRefusals.Place

  init(_ timer: Scheduled<Void>, _ place: HeldRefusals.Place) {
    self.timer = timer
    self.place = place
  }
}

extension FastPathHandler {
  /// The client or the server ends the connection.
  static func isEnd(_ event: Any) -> Bool {
    if case ChannelEvent.inputClosed = event { return true }
    return event is ChannelShouldQuiesceEvent
  }
}
