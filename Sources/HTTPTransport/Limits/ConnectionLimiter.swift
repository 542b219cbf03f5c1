package import Logging
import NIOCore
import Synchronization

/// Limits the number of open connections. Near the limit, each new connection closes the one that
/// has been unused for longest, so that a client with many idle connections cannot lock others out.
package final class ConnectionLimiter: Sendable {
  private let capacity: Int
  /// Above this number of connections, each new one closes an old one.
  private let evictionThreshold: Int
  private let remedy: String
  private let logger: Logger
  /// Connections that may wait for their refusal to be read; they take no slot.
  private static let maximumRefused = 64
  private let throttle = LogThrottle()
  private let state = Mutex(State())

  private struct State {
    var admitted = 0
    /// Connections that are being refused because all slots are taken.
    var refused = 0
    /// In the order of admission or last known use. May hold slots of closed connections.
    var slots: [Slot] = []
    var first = 0
  }

  /// The slot of one connection.
  final class Slot: Sendable {
    /// `nil` once it is closed.
    let channel: Mutex<(any Channel)?>
    /// A response was sent since the limiter last looked.
    let wasUsed = Atomic(false)

    init(_ channel: any Channel) { self.channel = Mutex(channel) }

    var isClosed: Bool { channel.withLock { $0 == nil } }
  }

  /// The decision about a new connection.
  enum Admission {
    case admitted(Slot)
    /// All connections are busy: answer with a refusal.
    case refused
    /// Too many are being refused already: close without an answer.
    case dropped
  }

  /// - Parameter remedy: the advice in the log when connections become scarce.
  package init(
    capacity: Int, logger: Logger,
    remedy: String = "raise --max-connections, or find out who opens them"
  ) {
    self.capacity = capacity
    self.remedy = remedy
    evictionThreshold = capacity - max(1, capacity / 16)
    self.logger = logger
  }

  /// Connections that are being refused because all slots are taken.
  package var refused: Int { state.withLock { $0.refused } }

  func admit(_ channel: any Channel) -> Admission {
    let slot = Slot(channel)
    let (admission, count, evicted) = state.withLock { state -> (Admission, Int, Slot?) in
      let count = state.admitted + 1
      let evicted = count > evictionThreshold ? Self.leastUseful(&state) : nil
      guard count <= capacity else {
        state.refused += 1
        return (state.refused <= Self.maximumRefused ? .refused : .dropped, count, evicted)
      }
      state.admitted = count
      state.slots.append(slot)
      Self.compact(&state)
      return (.admitted(slot), count, evicted)
    }
    channel.closeFuture.whenComplete { [self] _ in
      slot.channel.withLock { $0 = nil }
      state.withLock { if case .admitted = admission { $0.admitted -= 1 } else { $0.refused -= 1 } }
    }
    // As at shutdown: requests in progress are answered, and the answers are sent completely.
    evicted?.channel.withLock { $0 }?.pipeline.fireUserInboundEventTriggered(
      ChannelShouldQuiesceEvent())
    if count > evictionThreshold, throttle.isDue() {
      logger.warning(
        "connections are scarce and idle ones are closed; \(remedy)",
        metadata: ["connections": "\(count)", "limit": "\(capacity)"])
    }
    return admission
  }

  /// The clock algorithm: a slot that was used since the last look gets another round. After 64
  /// used slots in a row, the next is taken anyway.
  private static func leastUseful(_ state: inout State) -> Slot? {
    var looks = 0
    while state.first < state.slots.count {
      let slot = state.slots[state.first]
      state.first += 1
      if slot.isClosed { continue }
      looks += 1
      guard looks <= 64, slot.wasUsed.exchange(false, ordering: .relaxed) else { return slot }
      state.slots.append(slot)
    }
    return nil
  }

  /// Removes the slots of closed connections once they are the majority.
  private static func compact(_ state: inout State) {
    guard state.slots.count > 2 * state.admitted + 64 else { return }
    state.slots = state.slots[state.first...].filter { !$0.isClosed }
    state.first = 0
  }
}

extension ChannelHandlerContext {
  /// Succeeds once everything that any handler has written is sent to the network.
  var allSent: EventLoopFuture<Void> {
    let sent = eventLoop.makePromise(of: Void.self)
    if let socket = try? pipeline.syncOperations.context(handlerType: SlotHandler.self) {
      // An empty write completes after all writes before it.
      socket.writeAndFlush(NIOAny(ByteBuffer()), promise: sent)
    } else {
      sent.succeed()
    }
    return sent.futureResult
  }
}

/// The handler next to the socket: marks the slot as used when a response is sent.
final class SlotHandler: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let slot: ConnectionLimiter.Slot

  init(_ slot: ConnectionLimiter.Slot) { self.slot = slot }

  func flush(context: ChannelHandlerContext) {
    slot.wasUsed.store(true, ordering: .relaxed)
    context.flush()
  }
}

@available(*, unavailable)
extension SlotHandler: Sendable {}
