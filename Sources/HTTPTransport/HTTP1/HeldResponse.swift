import NIOCore
import NIOHTTP1

/// A refusal that is not sent yet.
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
