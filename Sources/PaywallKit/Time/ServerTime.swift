import Catalog

/// What the time is at the server, as far as this device knows. Schedules and ages go by it, so
/// that a device whose clock is wrong by a day decides as all others do.
///
/// Within a process the last `Date` of the server runs on with the clock that nobody can set.
/// Across a restart the difference between the two clocks is kept, and the time is not behind what
/// the server said last. A server whose clock was wrong and was set right is believed again.
struct ServerTime: Sendable {
  /// What the server said last, and when that was.
  private var heard: (said: Timestamp, at: Duration)?
  /// Server minus device, and the moment that the server said last, as kept for a restart.
  private var stored: Stored?

  /// What outlives the process.
  struct Stored: Codable, Hashable, Sendable {
    /// Milliseconds to be added to the device's wall clock.
    var offset: Int64
    /// Milliseconds; the server said this.
    var newest: Int64
  }

  init(stored: Stored? = nil) { self.stored = stored }

  /// The server has been heard of since the app started.
  var isHeard: Bool { heard != nil }

  /// The server has been heard of at some time.
  var isKnown: Bool { heard != nil || stored != nil }

  func now(_ clock: DeviceClock) -> Timestamp {
    if let heard { return heard.said.adding(clock.running() - heard.at) }
    guard let stored else { return clock.wall() }
    return max(
      clock.wall().adding(milliseconds: stored.offset), Timestamp(milliseconds: stored.newest))
  }

  /// Takes up what the server said. Returns what is to be stored, if it differs by much.
  mutating func hear(_ said: Timestamp, _ clock: DeviceClock) -> Stored? {
    heard = (said, clock.running())
    let offset = Timestamp.difference(said, clock.wall())
    if let stored, (stored.offset &- offset).magnitude < 5000,
      said.milliseconds &- stored.newest < 3_600_000, said.milliseconds >= stored.newest
    {
      return nil
    }
    let stored = Stored(offset: offset, newest: said.milliseconds)
    self.stored = stored
    return stored
  }

  /// Takes up what was stored before this process began; what was heard since counts for more.
  mutating func recall(_ stored: Stored) { if self.stored == nil { self.stored = stored } }
}

extension Timestamp {
  /// Milliseconds from `right` to `left`; saturates.
  static func difference(_ left: Timestamp, _ right: Timestamp) -> Int64 {
    left.elapsed(since: right).milliseconds
  }
}
