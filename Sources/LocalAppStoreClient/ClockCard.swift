/// The clock of a world.
package struct ClockCard: Codable, Hashable, Sendable {
  /// RFC 3339.
  package var now: String
  /// The clock that servers take for their own: never before what was signed, so perhaps some after
  /// `now`.
  package var milliseconds: Int64
  /// Seconds of the world for each second; 0 if it stands.
  package var rate: Double
  /// `Sandbox` or `Production`.
  package var environment: String
  /// The name of the world; another one after a restart, which begins anew.
  package var world: String
  /// The app's identifier in the App Store.
  package var bundleId: String

  package init(
    now: String, milliseconds: Int64, rate: Double, environment: String, world: String,
    bundleId: String
  ) {
    self.now = now
    self.milliseconds = milliseconds
    self.rate = rate
    self.environment = environment
    self.world = world
    self.bundleId = bundleId
  }
}
