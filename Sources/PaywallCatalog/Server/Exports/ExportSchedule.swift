#if Server
/// An export that a server writes by itself, from `store/exports.yaml`.
package struct ExportSchedule: Hashable, Sendable {
  package var name: String
  /// On the server; it is never made, so that only a machine that has it writes.
  package var folder: String
  package var profile: ExportProfile
  package var format: ExportFormat
  package var ids: ExportIdForm
  /// The place of the key of hashed ids.
  package var key: SecretPlace?
  package var times: Times
  /// Files of older days are removed.
  package var keep: Period

  package enum Times: Hashable, Sendable {
    /// Each day at this hour, UTC.
    case daily(hour: Int)
    case every(Period)
  }

  package static let usualKeep = Period(days: 90)

  package init(
    name: String, folder: String, profile: ExportProfile = .ledger, format: ExportFormat = .csv,
    ids: ExportIdForm = .plain, key: SecretPlace? = nil, times: Times = .daily(hour: 3),
    keep: Period = usualKeep
  ) {
    self.name = name
    self.folder = folder
    self.profile = profile
    self.format = format
    self.ids = ids
    self.key = key
    self.times = times
    self.keep = keep
  }

  /// The newest moment at which an export should have been written.
  package func dueMoment(at now: Timestamp, after last: Timestamp) -> Timestamp {
    switch times {
    case .every(let period):
      return last.adding(milliseconds: Int64(period.approximateSeconds) * 1000)
    case .daily(let hour):
      let today = now.milliseconds - now.milliseconds % Timestamp.day + Int64(hour) * 3_600_000
      return Timestamp(
        milliseconds: today <= now.milliseconds ? today : today - Timestamp.day)
    }
  }

  /// Whether an export is due that was written last at a moment.
  package func isDue(at now: Timestamp, after last: Timestamp) -> Bool {
    let due = dueMoment(at: now, after: last)
    return last < due && due <= now
  }
}
#endif
