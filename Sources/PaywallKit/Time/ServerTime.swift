import PaywallCatalog

/// The time at the server, as far as this device knows. Schedules and ages use it, so that a device
/// whose clock is wrong by a day decides as all others do.
///
/// Within a process it is the last `Date` of the server plus what the monotonic clock counted since.
/// Across a restart the difference between the two clocks is kept, and the time is never before the
/// server's last `Date`. If the server's clock is corrected, the corrected one counts.
struct ServerTime: Sendable {
  /// The last `Date` of the server, and when it came by the monotonic clock.
  private var latest: (date: Timestamp, at: Duration)?
  /// The time by the stored difference, and when that was read by the monotonic clock.
  private var restored: (date: Timestamp, at: Duration)?
  /// Server minus device, and the last `Date`, as kept for a restart.
  private var stored: Stored?

  /// The part that outlives the process.
  struct Stored: Codable, Equatable, Sendable {
    /// Milliseconds to add to the device's wall clock.
    var offset: Int64
    /// The last `Date`, in milliseconds.
    var newest: Int64
  }

  init(stored: Stored? = nil) { self.stored = stored }

  /// True if the server told its time since the app started.
  var isSynchronized: Bool { latest != nil }

  /// True if the server told its time, now or in an earlier run.
  var isKnown: Bool { latest != nil || stored != nil }

  func now(_ clock: DeviceClock) -> Timestamp {
    if let known = latest ?? restored { return known.date.adding(clock.running() - known.at) }
    return stored.map { Self.now(by: $0, clock) } ?? clock.wall()
  }

  private static func now(by stored: Stored, _ clock: DeviceClock) -> Timestamp {
    max(clock.wall().adding(milliseconds: stored.offset), Timestamp(milliseconds: stored.newest))
  }

  /// Takes a `Date` of the server.
  ///
  /// - Returns: the state to store, if it differs by 5 s or more, or is an hour newer.
  mutating func update(_ date: Timestamp, _ clock: DeviceClock) -> Stored? {
    latest = (date, clock.running())
    let offset = Timestamp.difference(date, clock.wall())
    if let stored, (stored.offset &- offset).magnitude < 5000,
      date.milliseconds &- stored.newest < 3_600_000, date.milliseconds >= stored.newest
    {
      return nil
    }
    let stored = Stored(offset: offset, newest: date.milliseconds)
    self.stored = stored
    return stored
  }

  /// Takes the state that an earlier run stored, unless the server has told its time since. A
  /// device's clock that is set after this changes nothing.
  mutating func restore(_ stored: Stored, _ clock: DeviceClock) {
    guard self.stored == nil else { return }
    self.stored = stored
    restored = (Self.now(by: stored, clock), clock.running())
  }
}

extension Timestamp {
  /// Returns the milliseconds from `right` to `left`; saturates.
  static func difference(_ left: Timestamp, _ right: Timestamp) -> Int64 {
    left.elapsed(since: right).milliseconds
  }
}
