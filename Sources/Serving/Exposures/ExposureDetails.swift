package import PaywallCatalog

/// The facts that are recorded with the first exposure of a unit, because they cannot be found out
/// later.
package struct ExposureDetails: Hashable, Sendable {
  package var dimensions: VisitorDimensions
  package var served: ServedPaywall
  package var reported: ReportedPaywall
  package var flags: ExposureFlags
  /// Whole days from the first start of the app to the rendering, by the app's word; `nil` is
  /// unknown.
  package var daysSinceInstall: Int?

  package init(
    dimensions: VisitorDimensions = VisitorDimensions(), served: ServedPaywall = ServedPaywall(),
    reported: ReportedPaywall = .unknown, flags: ExposureFlags = [], daysSinceInstall: Int? = nil
  ) {
    self.dimensions = dimensions
    self.served = served
    self.reported = reported
    self.flags = flags
    self.daysSinceInstall = daysSinceInstall
  }
}

/// Circumstances of a first exposure. The raw value is stored: a bit keeps its meaning.
package struct ExposureFlags: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Received after the experiment's end; rendered before it.
  package static let afterEnd = ExposureFlags(rawValue: 1)
  /// Rendered while the experiment was paused, as far as the timeline tells.
  package static let duringPause = ExposureFlags(rawValue: 2)
  /// The traffic of the moment did not enrol the unit.
  package static let beyondTraffic = ExposureFlags(rawValue: 4)
  /// The app reports another paywall than the variant shows.
  package static let undecidedPaywall = ExposureFlags(rawValue: 8)
}

/// The time of an exposure as the device's clock gave it, and its correction.
package struct DeviceTime: Hashable, Sendable {
  package var at: Timestamp
  /// Added to `at`: when the request was received minus when it was sent by the device's clock, in
  /// milliseconds.
  package var offset: Int64

  package init(at: Timestamp, offset: Int64) {
    self.at = at
    self.offset = offset
  }

  /// `at`, corrected.
  package var corrected: Timestamp { at.adding(milliseconds: offset) }
}
