package import PaywallCatalog
package import PaywallSubscribers

/// A recorded assignment with everything that is kept of its exposures.
package struct RecordedExposures: Hashable, Sendable {
  package var assignment: RecordedAssignment
  package var exposures: Int
  /// When the first exposure was received.
  package var receivedAt: Timestamp?
  /// When the earliest exposure was rendered, by a corrected clock if the app sent its time.
  package var renderedAt: Timestamp?
  /// The device's time of that exposure, if it was corrected.
  package var deviceTime: DeviceTime?
  /// Of the first exposure that was received; `nil` for records without exposures and for those of
  /// older versions.
  package var details: ExposureDetails?
  /// The exposures by placement, sorted; an exposure without a known placement counts in none.
  package var placements: [PlacementExposures]
  package var isConflict: Bool
}

/// The exposures of a record at one placement.
package struct PlacementExposures: Hashable, Sendable {
  package var placement: String
  /// When the earliest was rendered.
  package var renderedAt: Timestamp
  /// `nil` if it is unknown, because an older version counted all placements together.
  package var exposures: Int?
}

/// How many exposed units of a phase have an unknown detail.
package struct UnknownDetailCounts: Hashable, Sendable {
  /// Exposed units.
  package var units = 0
  /// Units of an older version, of which nothing is known; they count in no other member.
  package var withoutDetails = 0
  package var storefront = 0
  package var platform = 0
  package var appVersion = 0
  package var system = 0
  package var language = 0
  package var isNew = 0
  package var subscription = 0
  package var audience = 0
  package var placement = 0
  package var paywall = 0
  package var price = 0
  /// Units with each flag.
  package var afterEnd = 0
  package var duringPause = 0
  package var beyondTraffic = 0
  package var undecidedPaywall = 0

  package init() {}
}

extension PlacementExposures {
  package init(_ row: some LedgerRow) throws {
    self.init(
      placement: try row.required(0), renderedAt: row.moment(1) ?? .epoch,
      exposures: row.int(optional: 2))
  }
}
