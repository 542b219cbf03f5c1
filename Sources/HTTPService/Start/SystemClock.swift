package import PaywallCatalog
import SystemLibrary

/// The clocks of the machine, which a service is given at its start.
package enum SystemClock {
  /// In milliseconds since 1970.
  package static let now: @Sendable () -> Timestamp = {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Nanoseconds since this call; they never go back.
  package static func nanoseconds() -> @Sendable () -> Int64 {
    let start = ContinuousClock.now
    return {
      let passed = (ContinuousClock.now - start).components
      return passed.seconds * 1_000_000_000 + passed.attoseconds / 1_000_000_000
    }
  }
}
