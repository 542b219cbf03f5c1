import PaywallTextCoding

/// The joined assignments of one person whose ids a login or an alias has joined (DecisionRules.md
/// § 4).
package struct Login: Sendable {
  /// One per experiment and phase, in the order in which they were recorded: the user's own wins;
  /// without one the oldest anonymous one is adopted, with its unit.
  package let kept: [RecordedAssignment]
  /// Assignments with another variant than the kept one of their experiment and phase: the person
  /// has seen two, and is left out of the results.
  package let conflicts: [RecordedAssignment]

  /// - Parameters:
  ///   - records: those of every id of the person, in one environment and any order.
  ///   - user: the user's id; `nil` for a visitor who is not logged in.
  package init(_ records: some Sequence<RecordedAssignment>, as user: String?) {
    var kept: [Phase: RecordedAssignment] = [:]
    for record in records {
      let phase = Phase(record)
      guard let other = kept[phase], !record.goesBefore(other, as: user) else {
        kept[phase] = record
        continue
      }
    }
    self.kept = kept.values.sortedByIndex { $0.isOlder(than: $1) }
    conflicts = records.filter { record in
      kept[Phase(record)].map { !$0.namesVariant(of: record) } ?? false
    }.sortedByIndex { $0.isOlder(than: $1) }
  }

  /// The key of the one record that is kept.
  private struct Phase: Hashable {
    let experiment: [UInt8]
    let phase: Int

    init(_ record: RecordedAssignment) {
      experiment = Array(record.experiment.utf8)
      phase = record.phase
    }
  }
}

extension Sequence<RecordedAssignment> {
  /// One assignment per experiment and phase, for decisions about this user.
  package func afterLogin(as user: String?) -> [RecordedAssignment] {
    let records = Array(self)
    return records.count < 2 ? records : Login(records, as: user).kept
  }
}

extension RecordedAssignment {
  /// Whether it was drawn with the user's own id, not with that of a device.
  private func isOwn(of user: String?) -> Bool {
    guard let user, unitKind != .anonymousId else { return false }
    return unit.hasSameUTF8(as: user)
  }

  fileprivate func goesBefore(_ other: RecordedAssignment, as user: String?) -> Bool {
    let isOwn = isOwn(of: user)
    return isOwn == other.isOwn(of: user) ? isOlder(than: other) : isOwn
  }

  fileprivate func namesVariant(of other: RecordedAssignment) -> Bool {
    variant.hasSameUTF8(as: other.variant)
  }

  /// By time; at the same time by the texts, so that the order of arrival does not matter.
  package func isOlder(than other: RecordedAssignment) -> Bool {
    if recordedAt != other.recordedAt { return recordedAt < other.recordedAt }
    let texts = [(unit, other.unit), (experiment, other.experiment)]
    for (own, their) in texts where !own.hasSameUTF8(as: their) { return own.precedes(their) }
    if phase != other.phase { return phase < other.phase }
    if unitKind != other.unitKind { return unitKind.rawValue < other.unitKind.rawValue }
    return variant.precedes(other.variant)
  }
}

#if Server
extension Login: Hashable {}
#endif
