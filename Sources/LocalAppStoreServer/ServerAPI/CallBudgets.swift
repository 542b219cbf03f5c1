import PaywallCatalog

/// How many calls of each endpoint an hour has left. Apple states rates for each second and enforces
/// them for each hour; the sandbox has a tenth. Here an hour begins with the first call in it.
struct CallBudgets: Sendable {
  /// 1 for Apple's rates; 0 for no limits.
  let scale: Double
  let isSandbox: Bool
  private var hours: [String: Hour] = [:]

  private struct Hour {
    var start: Timestamp
    var calls = 0
  }

  private static let hour: Int64 = 3_600_000

  init(scale: Double, isSandbox: Bool) {
    self.scale = scale
    self.isSandbox = isSandbox
  }

  /// Counts a call.
  ///
  /// - Returns: the moment from which calls are taken again; `nil` if this one is.
  mutating func take(_ call: AppleCall, at now: Timestamp) -> Timestamp? {
    guard scale > 0 else { return nil }
    var hour = hours[call.name] ?? Hour(start: now)
    let next = hour.start.adding(milliseconds: Self.hour)
    // A clock that was set back begins a new hour too.
    if now >= next || now < hour.start { hour = Hour(start: now) }
    guard hour.calls < limit(call.rate) else { return next }
    hour.calls += 1
    hours[call.name] = hour
    return nil
  }

  private func limit(_ rate: Int) -> Int {
    max(1, Int(Double(rate * 3_600) * (isSandbox ? 0.1 : 1) * scale))
  }
}
