import NIOCore
import Synchronization

/// Limits the requests of HTTP/2 that are open at a time, over all connections. Each takes 20 KB for
/// the 80 bytes of its headers, so connections alone do not limit what they hold.
package final class StreamBudget: Sendable {
  /// One address may have an eighth of the free places. Its share falls as places run short, so that many
  /// addresses do not fill them all; a stream beyond the share is refused, which costs least. (Choudhury and
  /// Hahne, "Dynamic queue length thresholds for shared-memory packet switches", 1998.)
  private static let addressDivisor = 8
  /// The share of an address is never smaller, unless there are fewer than 64 places.
  private static let leastShare = 8

  private let capacity: Int
  private let proxies: TrustedProxies
  private let state = Mutex(State())

  fileprivate struct State: Sendable {
    var open = 0
    /// By address; only addresses that have some.
    var byAddress: [ClientAddress: Int] = [:]
    /// Oldest first; those whose request came or whose stream closed are outdated.
    var arriving = CircularBuffer<Place>()
  }

  /// The place of one stream.
  final class Place: Sendable {
    /// `nil` for a proxy, which has many visitors.
    fileprivate let owner: ClientAddress?
    fileprivate let phase: Mutex<Phase>

    fileprivate enum Phase: Sendable {
      case arriving(any Channel)
      /// The request is whole.
      case whole
      case closed
    }

    fileprivate init(_ owner: ClientAddress?, _ channel: any Channel) {
      self.owner = owner
      phase = Mutex(.arriving(channel))
    }

    /// The request came whole: the stream is not closed for another one.
    func requestArrived() {
      phase.withLock { if case .arriving = $0 { $0 = .whole } }
    }

    fileprivate var arriving: (any Channel)? {
      phase.withLock { if case .arriving(let channel) = $0 { channel } else { nil } }
    }

    /// - Returns: true if it was open.
    fileprivate func close() -> Bool {
      phase.withLock { phase in
        if case .closed = phase { return false }
        phase = .closed
        return true
      }
    }
  }

  /// The stream has to give up its place.
  struct Evicted: Sendable {}

  init(streams capacity: Int, proxies: TrustedProxies) {
    self.capacity = capacity
    self.proxies = proxies
  }

  /// Open streams.
  var open: Int { state.withLock { $0.open } }

  /// - Returns: a place for the stream until it closes; `nil` if it must be refused. If all places are
  ///   taken, the stream that has been waiting longest for the rest of its request gives up its own.
  func admit(_ channel: any Channel) -> Place? {
    let peer = ClientAddress(channel)
    let owner = proxies.contains(peer) ? nil : peer.network
    let place = Place(owner, channel)
    let (isAdmitted, evicted) = state.withLock { state -> (Bool, (any Channel)?) in
      if let owner, state.byAddress[owner, default: 0] >= share(whenOpen: state.open) {
        return (false, nil)
      }
      var evicted: (any Channel)?
      if state.open >= capacity {
        evicted = state.evictOldest()
        guard evicted != nil else { return (false, nil) }
      }
      state.add(place)
      return (true, evicted)
    }
    evicted?.pipeline.fireUserInboundEventTriggered(Evicted())
    guard isAdmitted else { return nil }
    channel.closeFuture.whenComplete { [self] _ in
      state.withLock { if place.close() { $0.remove(place) } }
    }
    return place
  }

  /// Streams that one address may have while so many are open in all.
  private func share(whenOpen open: Int) -> Int {
    let least = min(Self.leastShare, capacity / Self.addressDivisor)
    return max(least, (capacity - open) / Self.addressDivisor)
  }
}

extension StreamBudget.State {
  fileprivate mutating func add(_ place: StreamBudget.Place) {
    open += 1
    if let owner = place.owner { byAddress[owner, default: 0] += 1 }
    arriving.append(place)
    // Outdated places are forgotten once they are the majority.
    guard arriving.count > 2 * open + 64 else { return }
    arriving = CircularBuffer(arriving.filter { $0.arriving != nil })
  }

  fileprivate mutating func remove(_ place: StreamBudget.Place) {
    open -= 1
    guard let owner = place.owner else { return }
    let rest = byAddress[owner, default: 0] - 1
    byAddress[owner] = rest > 0 ? rest : nil
  }

  fileprivate mutating func evictOldest() -> (any Channel)? {
    while let place = arriving.popFirst() {
      guard let channel = place.arriving else { continue }
      if place.close() { remove(place) }
      return channel
    }
    return nil
  }
}
