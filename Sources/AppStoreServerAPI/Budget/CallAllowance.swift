import PaywallCatalog

/// The calls that one budget has left, and how fast they may be made; a pure state machine.
///
/// - In any 3,600 seconds no more calls are taken than the budget has.
/// - Urgent calls may use all of it. The others keep an even pace below it, so that a slot for an
///   urgent call is always near.
/// - Background calls get at most a tenth.
struct CallAllowance: Sendable {
  let hourly: Int
  private var window: HourlyWindow
  private var usualPace: CallPace
  private var backgroundPace: CallPace
  private(set) var pausedUntil: Timestamp?

  /// Usual calls leave a hundredth of the budget to urgent ones, and come in bursts of another
  /// hundredth.
  private static let part = 100
  /// The longest pause, in milliseconds: limits are for an hour.
  private static let longestPause: Int64 = 3_600_000

  init(hourly: Int, at now: Timestamp) {
    self.hourly = hourly
    window = HourlyWindow(at: Self.second(now))
    let burst = hourly / Self.part
    usualPace = CallPace(hourly: max(1, Double(hourly) * 0.99), burst: burst)
    backgroundPace = CallPace(hourly: max(1, Double(hourly) * 0.1), burst: burst / 10)
  }

  private static func second(_ now: Timestamp) -> Int64 { now.milliseconds / 1_000 }
  private static func micros(_ now: Timestamp) -> Int64 { now.milliseconds * 1_000 }

  /// Makes no calls until the moment that Apple asked for, and never waits longer than an hour.
  mutating func pause(until moment: Timestamp, at now: Timestamp) {
    let latest = now.adding(milliseconds: Self.longestPause)
    pausedUntil = max(pausedUntil ?? moment, min(moment, latest))
  }

  /// Calls that count at a moment of the last hour; at the present one if it is later.
  mutating func add(_ count: Int, at moment: Timestamp, now: Timestamp) {
    window.advance(to: Self.second(now))
    window.add(count, at: Self.second(moment))
  }

  /// Moves to a moment.
  ///
  /// - Returns: true if any call may be made then.
  mutating func advance(to now: Timestamp) -> Bool {
    window.advance(to: Self.second(now))
    if let pausedUntil {
      guard pausedUntil <= now || pausedUntil > now.adding(milliseconds: Self.longestPause)
      else { return false }
      self.pausedUntil = nil
    }
    usualPace.limit(to: Self.micros(now))
    backgroundPace.limit(to: Self.micros(now))
    return window.used < hourly
  }

  /// True if a call of this priority is in pace; `advance` says whether any may be made.
  func isInPace(_ priority: CallPriority, at now: Timestamp) -> Bool {
    let micros = Self.micros(now)
    return switch priority {
    case .urgent: true
    case .usual: usualPace.allows(micros)
    case .background: usualPace.allows(micros) && backgroundPace.allows(micros)
    }
  }

  mutating func take(_ priority: CallPriority, at now: Timestamp) {
    window.add(1, at: Self.second(now))
    // Urgent calls are not paced, and the others make room for them.
    usualPace.take(Self.micros(now))
    if priority == .background { backgroundPace.take(Self.micros(now)) }
  }

  /// The moment when a call of this priority could be made if none waited before it.
  func free(_ priority: CallPriority, at now: Timestamp) -> Timestamp {
    max(now, Timestamp(milliseconds: (max(0, free(priority)) + 999) / 1_000))
  }

  /// In microseconds.
  func free(_ priority: CallPriority) -> Int64 {
    var micros = (pausedUntil?.milliseconds ?? 0) * 1_000
    if window.used >= hourly { micros = max(micros, window.free(below: hourly) * 1_000_000) }
    switch priority {
    case .urgent: return micros
    case .usual: return max(micros, usualPace.free)
    case .background: return max(micros, usualPace.free, backgroundPace.free)
    }
  }
}
