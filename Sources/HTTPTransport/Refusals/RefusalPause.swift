import NIOCore

/// The pause of a connection after a refusal before more of it is read, so that a flood on one
/// connection is slowed to its budget and not only refused. Figures and reasons are in Access.md.
struct RefusalPause {
  /// The pause after the first refusal; each further one doubles it.
  static let first = TimeAmount.milliseconds(50)
  /// After such a time without a refusal the next one counts as the first.
  static let memory = TimeAmount.seconds(10)

  private let longest: TimeAmount
  private var next = Self.first
  private var last: NIODeadline?

  /// `nil` where many visitors share a connection: behind a proxy that is trusted.
  init?(_ channel: any Channel, _ proxies: TrustedProxies, _ limits: ConnectionLimits) {
    guard limits.longestPause > .zero, !proxies.contains(ClientAddress(channel)) else { return nil }
    longest = limits.longestPause
  }

  /// - Parameter isFlood: many requests came before an answer, so that it rests for the longest time.
  /// - Returns: how long to rest after an answer, `nil` if not at all.
  mutating func pause(
    after status: Int, at now: NIODeadline, isFlood: Bool = false
  ) -> TimeAmount? {
    guard Self.isRefusal(status) else { return nil }
    if isFlood {
      next = longest
    } else if let last, now - last < Self.memory {
      next = min(next + next, longest)
    } else {
      next = min(Self.first, longest)
    }
    last = now
    return next
  }

  /// Whether a response refuses a request over its limit (429) or without a valid key (401).
  static func isRefusal(_ status: Int) -> Bool { status == 429 || status == 401 }
}
