package import PaywallCatalog

/// The clocks of the device: the wall clock, which the user may set, and a monotonic one. Passed in,
/// so that tests need not wait.
package struct DeviceClock: Sendable {
  /// The device's time.
  package var wall: @Sendable () -> Timestamp
  /// The time since some moment, also while the device sleeps.
  package var running: @Sendable () -> Duration
  package var sleep: @Sendable (Duration) async throws -> Void
}
