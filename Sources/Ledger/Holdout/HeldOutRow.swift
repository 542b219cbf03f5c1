package import PaywallCatalog
package import PaywallSubscribers

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
  /// Of the first exposure that came.
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
