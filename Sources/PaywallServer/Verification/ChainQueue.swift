import AppStore
import HTTPTransport

/// Certificate chains that wait for a check, in a fair order: the lanes take turns, and in a lane
/// the senders take turns. A value; the rules are in Access.md.
struct ChainQueue {
  /// The kind of sender. One kind never waits for more than one turn of another.
  enum Lane: Int, CaseIterable { case appStore, server, client }

  /// How many chains may wait in a lane, and of those how many from one sender.
  static let laneLimit = 64
  static let senderLimit = 4

  private struct Entry {
    var chain: UnknownChain
    var lane: Lane
    var sender: BucketOwner
    /// The sender's turn for this chain.
    var turn: Int
    /// In the order of arrival.
    var number: Int
  }

  /// The result of adding a chain.
  struct Arrival: Equatable {
    var isWaiting: Bool
    /// The chain that this one displaced: of the sender with the most.
    var displaced: UnknownChain?
  }

  private var entries: [Entry] = []
  private var turns = [Int](repeating: 0, count: Lane.allCases.count)
  private var lastLane = Lane.client
  private var arrivals = 0

  var count: Int { entries.count }

  func contains(_ chain: UnknownChain) -> Bool { entries.contains { $0.chain == chain } }

  /// Adds a chain. If it waits in another lane, it then waits in both, so that it is checked at the
  /// earliest turn of its senders.
  mutating func add(_ chain: UnknownChain, _ lane: Lane, from sender: BucketOwner) -> Arrival {
    let isHere = entries.contains { $0.chain == chain }
    guard !entries.contains(where: { $0.chain == chain && $0.lane == lane }) else {
      return Arrival(isWaiting: true)
    }
    let inLane = entries.filter { $0.lane == lane }
    let own = inLane.filter { $0.sender == sender }
    guard own.count < Self.senderLimit else { return Arrival(isWaiting: isHere) }
    var displaced: UnknownChain?
    if inLane.count >= Self.laneLimit {
      guard let loser = last(ofGreedierThan: own.count + 1, in: inLane) else {
        return Arrival(isWaiting: isHere)
      }
      entries.removeAll { $0.number == loser.number }
      if !entries.contains(where: { $0.chain == loser.chain }) { displaced = loser.chain }
    }
    let turn = max(turns[lane.rawValue], (own.map(\.turn).max() ?? 0) + 1)
    arrivals += 1
    entries.append(
      Entry(chain: chain, lane: lane, sender: sender, turn: turn, number: arrivals))
    return Arrival(isWaiting: true, displaced: displaced)
  }

  /// The next chain to check: from the next lane, and in it from the next sender.
  mutating func next() -> UnknownChain? {
    for step in 1...Lane.allCases.count {
      let index = (lastLane.rawValue + step) % Lane.allCases.count
      guard let lane = Lane(rawValue: index),
        let entry = entries.filter({ $0.lane == lane }).min(by: {
          ($0.turn, $0.number) < ($1.turn, $1.number)
        })
      else { continue }
      lastLane = lane
      turns[index] = entry.turn
      entries.removeAll { $0.chain == entry.chain }
      return entry.chain
    }
    return nil
  }

  /// The newest entry of the sender with the most, if it has more than `count`.
  private func last(ofGreedierThan count: Int, in lane: [Entry]) -> Entry? {
    let bySender = Dictionary(grouping: lane, by: \.sender)
    guard let most = bySender.values.max(by: { $0.count < $1.count }), most.count > count else {
      return nil
    }
    return most.max { $0.number < $1.number }
  }
}
