package import PaywallCatalog
package import PaywallTextCoding
package import Serving

/// A recorded assignment with the exposures of its unit.
package struct RecordRow: Hashable, Sendable {
  package var assignment: RecordedAssignment
  /// The kind of id that was sent; a user's id stays one. `nil` in rows that are older than this
  /// column.
  package private(set) var sentAs: IdOrigin?
  /// The person has seen two variants of the phase, and is permanently left out of its results.
  package var isConflict = false
  /// The conflict rests on an alias that only an app claimed.
  package var isContested = false
  /// 0 while only a grant has recorded the assignment.
  package var exposures = 0
  /// When the first exposure came.
  package var exposedAt: Timestamp?
  /// When the earliest exposure was rendered, according to the app: by its clock, corrected if the
  /// app sent its time.
  package var renderedAt: Timestamp?
  /// The placement of that exposure.
  package var placement: String?
  package var isHeldOut = false
  /// The device's time of the earliest exposure, if it was corrected.
  package var deviceTime: DeviceTime?
  /// The details of the first exposure that was received. `nil` without exposures, and in rows that
  /// are older than these columns.
  package var details: RecordDetails?
  /// The exposures were not all at `placement`: rows of their own count them by placement.
  package var isAtSeveralPlacements = false
  /// The day on which the first exposure was counted in its cell (`ErasedCell.Group.day`); `nil`
  /// without exposures, and in rows that are older than this column.
  package var cellDay: Int?

  /// The kind of id it was drawn with, as far as it is known.
  package var origin: IdOrigin? {
    switch assignment.unitKind {
    case .userId: .userId
    case .anonymousId: sentAs ?? .anonymousId
    case .visitor: sentAs
    }
  }

  /// The id was only ever sent as anonymous, which anyone can do: this is no record of a user with
  /// that id.
  package var isOnlyAnonymous: Bool {
    sentAs == .anonymousId || sentAs == nil && assignment.unitKind == .anonymousId
  }

  /// Stores that its id is a user's. Sending it as an anonymous id later changes nothing, because
  /// anyone can do that.
  ///
  /// - Returns: whether this is new.
  package mutating func sent(as origin: IdOrigin?) -> Bool {
    guard origin == .userId, sentAs != .userId else { return false }
    sentAs = .userId
    return true
  }

  /// Counts an exposure. The order of several does not matter.
  package mutating func add(_ exposure: Exposure, at now: Timestamp) {
    isAtSeveralPlacements = isAtSeveralPlacements || isMovedOn(by: exposure)
    exposures += 1
    exposedAt = min(exposedAt ?? now, now)
    isHeldOut = isHeldOut || exposure.isHeldOut
    let rendered = min(exposure.renderedAt, now)
    if let renderedAt, renderedAt <= rendered { return }
    renderedAt = rendered
    placement = exposure.placement
    deviceTime = exposure.deviceTime
  }
}

/// The rows whose key is that of a record.
package enum UnitRows: Sendable {
  case records, heldOut, covariates
}

/// The key of a recorded assignment within one environment.
package struct RecordKey: Hashable, Sendable {
  package let experiment: UTF8Key
  package let phase: Int
  package let unit: UTF8Key
  package let unitKind: Unit

  package init(experiment: String, phase: Int, unit: String, unitKind: Unit) {
    self.experiment = UTF8Key(experiment)
    self.phase = phase
    self.unit = UTF8Key(unit)
    self.unitKind = unitKind
  }

  package init(_ phase: PhaseKey, unit: String, _ unitKind: Unit) {
    self.init(experiment: phase.experiment, phase: phase.phase, unit: unit, unitKind: unitKind)
  }

  package init(_ assignment: RecordedAssignment) {
    experiment = UTF8Key(assignment.experiment)
    phase = assignment.phase
    unit = UTF8Key(assignment.unit)
    unitKind = assignment.unitKind
  }
}

extension RecordKey {
  /// An experiment, a phase, a unit and its kind.
  package init(_ row: some LedgerRow) throws {
    self.init(
      experiment: try row.required(0), phase: row.int(1), unit: try row.required(2),
      unitKind: try row.known(3, "a unit of an unknown kind"))
  }
}

extension RecordRow {
  package static let columns = """
    unit, experiment, phase, unit_kind, variant, recorded_at, is_conflict, exposures, exposed_at,
    rendered_at, placement, is_held_out, sent_as, is_contested, device_time, clock_offset,
    dimensions, served, reported, exposure_flags, is_at_several_placements, cell_day,
    days_since_install
    """

  package init(row: some LedgerRow) throws {
    self.init(
      assignment: RecordedAssignment(
        experiment: try row.required(1), phase: row.int(2), variant: try row.required(4),
        unit: try row.required(0), unitKind: try row.known(3, "a unit of an unknown kind"),
        recordedAt: row.moment(5) ?? .epoch),
      sentAs: row.text(12).flatMap(IdOrigin.init),
      isConflict: row.flag(6) ?? false, isContested: row.flag(13) ?? false, exposures: row.int(7),
      exposedAt: row.moment(8),
      renderedAt: row.moment(9), placement: row.text(10), isHeldOut: row.flag(11) ?? false,
      deviceTime: DeviceTime(row, at: 14), details: RecordDetails(row, at: 16, days: 22),
      isAtSeveralPlacements: row.flag(20) ?? false, cellDay: row.int(optional: 21))
  }
}

/// The recorded assignments of a visitor.
package struct FoundAssignments: Sendable {
  package let assignments: [RecordedAssignment]
  /// The ids on which the result depends: without a change of one of them, it stays the same.
  package let dependsOn: [String]
}
