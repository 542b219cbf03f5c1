package import Logging
import NIOCore
import Synchronization

/// How many connections there may be. When it gets crowded the one goes that has been of no use for
/// longest, so that a client who keeps idle ones cannot keep others out.
package final class ConnectionRoom: Sendable {
  private let capacity: Int
  /// From here on every newcomer costs an old one its place.
  private let crowd: Int
  private let remedy: String
  private let logger: Logger
  /// As many are told at a time that there is no place; they take none from others.
  private static let refusable = 64
  private let pause = LogPause()
  private let state = Mutex(State())

  private struct State {
    var seated = 0
    /// Those who are being told that there is no place.
    var refused = 0
    /// In the order in which they came or were last seen to be used; some are gone.
    var seats: [Seat] = []
    var first = 0
  }

  /// The place of one connection.
  final class Seat: Sendable {
    /// `nil` once it is closed.
    let channel: Mutex<(any Channel)?>
    /// Got an answer since it was last looked at.
    let wasUsed = Atomic(false)

    init(_ channel: any Channel) { self.channel = Mutex(channel) }

    var isGone: Bool { channel.withLock { $0 == nil } }
  }

  /// What becomes of a newcomer.
  enum Admission {
    case seated(Seat)
    /// All are busy; say so.
    case full
    /// Not even that.
    case overrun
  }

  /// - Parameter remedy: what to do when it gets crowded.
  package init(
    capacity: Int, logger: Logger,
    remedy: String = "raise --max-connections or look who opens them"
  ) {
    self.capacity = capacity
    self.remedy = remedy
    crowd = capacity - max(1, capacity / 16)
    self.logger = logger
  }

  /// How many are being told now that there is no place.
  package var refused: Int { state.withLock { $0.refused } }

  func enter(_ channel: any Channel) -> Admission {
    let seat = Seat(channel)
    let (admission, count, leaving) = state.withLock { state -> (Admission, Int, Seat?) in
      let count = state.seated + 1
      let leaving = count > crowd ? Self.leastUseful(&state) : nil
      guard count <= capacity else {
        state.refused += 1
        return (state.refused <= Self.refusable ? .full : .overrun, count, leaving)
      }
      state.seated = count
      state.seats.append(seat)
      Self.tidy(&state)
      return (.seated(seat), count, leaving)
    }
    channel.closeFuture.whenComplete { [self] _ in
      seat.channel.withLock { $0 = nil }
      state.withLock { if case .seated = admission { $0.seated -= 1 } else { $0.refused -= 1 } }
    }
    // As at the end of the server: what is being answered is answered, and all of it leaves.
    leaving?.channel.withLock { $0 }?.pipeline.fireUserInboundEventTriggered(
      ChannelShouldQuiesceEvent())
    if count > crowd, pause.isDue() {
      logger.warning(
        "connections are scarce and idle ones are closed; \(remedy)",
        metadata: ["connections": "\(count)", "limit": "\(capacity)"])
    }
    return admission
  }

  /// The clock algorithm: whoever was used since the last look gets another round; after 64 in a row
  /// the next has to go.
  private static func leastUseful(_ state: inout State) -> Seat? {
    var looks = 0
    while state.first < state.seats.count {
      let seat = state.seats[state.first]
      state.first += 1
      if seat.isGone { continue }
      looks += 1
      guard looks <= 64, seat.wasUsed.exchange(false, ordering: .relaxed) else { return seat }
      state.seats.append(seat)
    }
    return nil
  }

  /// Forgets those who are gone once they are the most.
  private static func tidy(_ state: inout State) {
    guard state.seats.count > 2 * state.seated + 64 else { return }
    state.seats = state.seats[state.first...].filter { !$0.isGone }
    state.first = 0
  }
}

extension ChannelHandlerContext {
  /// Everything that was written to the connection has left for the network, whoever wrote it.
  var allLeft: EventLoopFuture<Void> {
    let left = eventLoop.makePromise(of: Void.self)
    if let socket = try? pipeline.syncOperations.context(handlerType: SeatHandler.self) {
      // Nothing is sent, behind all that is.
      socket.writeAndFlush(NIOAny(ByteBuffer()), promise: left)
    } else {
      left.succeed()
    }
    return left.futureResult
  }
}

/// Stands at the socket and sees that a connection is of use.
final class SeatHandler: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let seat: ConnectionRoom.Seat

  init(_ seat: ConnectionRoom.Seat) { self.seat = seat }

  func flush(context: ChannelHandlerContext) {
    seat.wasUsed.store(true, ordering: .relaxed)
    context.flush()
  }
}

@available(*, unavailable)
extension SeatHandler: Sendable {}
