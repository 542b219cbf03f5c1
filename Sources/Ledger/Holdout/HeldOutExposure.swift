package import PaywallCatalog
package import Serving

/// An app's checked claim that it rendered a paywall to a visitor whom only the holdout keeps out of
/// an experiment.
package struct HeldOutExposure: Hashable, Sendable {
  /// The app's id of this exposure: the same id and unit count once.
  package var id: String
  package var unit: HeldOutUnit
  /// The anonymous id of the same request: the user was perhaps held out under it before a login.
  package var anonymousId: String?
  /// The kind of id that the app sent as the unit; `nil` if it sent another id.
  package var origin: IdOrigin?
  /// The terms of the phase in the running configuration; `nil` for an earlier phase. They are
  /// compared and never frozen.
  package var terms: FrozenTerms?
  /// When the app says that it was rendered; a time in the future counts as now.
  package var renderedAt: Timestamp
  package var placement: String
  /// The device's time, if `renderedAt` is corrected.
  package var deviceTime: DeviceTime?
  /// Kept if this is the first exposure of its unit.
  package var details: ExposureDetails

  package init(
    id: String, unit: HeldOutUnit, anonymousId: String? = nil, origin: IdOrigin? = nil,
    terms: FrozenTerms?, renderedAt: Timestamp, placement: String,
    deviceTime: DeviceTime? = nil, details: ExposureDetails = ExposureDetails()
  ) {
    self.id = id
    self.unit = unit
    self.anonymousId = anonymousId
    self.origin = origin
    self.terms = terms
    self.renderedAt = renderedAt
    self.placement = placement
    self.deviceTime = deviceTime
    self.details = details
  }
}

extension HeldOutExposure: CountedExposure {
  static var kind: String { "held-out exposure" }
  var key: RecordKey { RecordKey(unit) }
}

/// A held-out unit with everything that is kept of its exposures.
package struct HeldOutExposures: Hashable, Sendable {
  package var unit: HeldOutUnit
  package var exposures: Int
  /// When the first exposure was received.
  package var receivedAt: Timestamp
  /// When the earliest exposure was rendered, by a corrected clock if the app sent its time.
  package var renderedAt: Timestamp
  /// The device's time of that exposure, if it was corrected.
  package var deviceTime: DeviceTime?
  /// The placement of that exposure.
  package var placement: String
  /// The details of the first exposure that was received.
  package var details: ExposureDetails
  /// The same person's first recorded assignment in the phase: they left the holdout, or another id
  /// of theirs is not in it. Results take what came first.
  package var recorded: OtherUnit?
  /// The same person's oldest held-out unit of the phase, if that is another one: a person counts
  /// once.
  package var earlier: OtherUnit?

  /// The same person's exposure under another id.
  package struct OtherUnit: Hashable, Sendable {
    package var unit: String
    package var at: Timestamp
    /// The voucher that both ids are one person's; `server` if they are the same id.
    package var voucher: AliasVoucher
  }
}

/// A held-out unit with its exposures. It has no variant, and is no recorded assignment.
package struct HeldOutRow: Hashable, Sendable {
  package var unit: HeldOutUnit
  /// The kind of id that was sent; a user's id stays one.
  package var sentAs: IdOrigin?
  package var exposures: Int
  /// When the first exposure came.
  package var exposedAt: Timestamp
  /// When the earliest exposure was rendered.
  package var renderedAt: Timestamp
  /// The placement of that exposure.
  package var placement: String
  /// The device's time of that exposure, if it was corrected.
  package var deviceTime: DeviceTime?
  /// The details of the first exposure that was received.
  package var details: RecordDetails

  /// Counts a later exposure, perhaps under another id of the same person.
  mutating func add(_ exposure: HeldOutExposure, at now: Timestamp) {
    exposures += 1
    exposedAt = min(exposedAt, now)
    if exposure.origin == .userId, exposure.key == RecordKey(unit) { sentAs = .userId }
    let rendered = min(exposure.renderedAt, now)
    guard rendered < renderedAt else { return }
    renderedAt = rendered
    placement = exposure.placement
    deviceTime = exposure.deviceTime
  }

  /// The id was only ever sent as anonymous, which anyone can do.
  var isOnlyAnonymous: Bool {
    sentAs == .anonymousId || sentAs == nil && unit.unitKind == .anonymousId
  }

  /// Older rows first, then by unit.
  func isOlder(than other: HeldOutRow) -> Bool {
    guard renderedAt == other.renderedAt else { return renderedAt < other.renderedAt }
    return unit.unit.utf8.lexicographicallyPrecedes(other.unit.unit.utf8)
  }
}

extension HeldOutRow {
  /// The row of a first exposure.
  init(_ exposure: HeldOutExposure, _ details: RecordDetails, at now: Timestamp) {
    self.init(
      unit: exposure.unit, sentAs: exposure.origin, exposures: 1, exposedAt: now,
      renderedAt: min(exposure.renderedAt, now), placement: exposure.placement,
      deviceTime: exposure.deviceTime, details: details)
  }
}

extension RecordKey {
  package init(_ unit: HeldOutUnit) {
    self.init(
      RecordedAssignment(
        experiment: unit.experiment, phase: unit.phase, variant: "", unit: unit.unit,
        unitKind: unit.unitKind, recordedAt: Timestamp(milliseconds: 0)))
  }
}

extension HeldOutRow {
  package init(row: some LedgerRow) throws {
    let what = "a held-out unit of an unknown kind"
    guard let details = RecordDetails(row, at: 11, days: 15) else { throw UnreadableRow(what) }
    self.init(
      unit: HeldOutUnit(
        experiment: try row.required(1), phase: row.int(2), unit: try row.required(0),
        unitKind: try row.known(3, what)),
      sentAs: row.text(4).flatMap(IdOrigin.init), exposures: row.int(5),
      exposedAt: row.moment(6) ?? .epoch, renderedAt: row.moment(7) ?? .epoch,
      placement: try row.required(8), deviceTime: DeviceTime(row, at: 9), details: details)
  }
}
