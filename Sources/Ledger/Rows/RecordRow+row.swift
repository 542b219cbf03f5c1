import PaywallCatalog
import PaywallSubscribers

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
