import Foundation
import PaywallCatalog

extension DeviceClock {
  /// The clocks of this device.
  static var system: DeviceClock {
    let start = ContinuousClock.now
    return DeviceClock(
      wall: { Timestamp(Date()) }, running: { start.duration(to: .now) },
      // The only place that waits for a deadline.
      sleep: { try await Task.sleep(for: $0, clock: .continuous) })
  }
}
