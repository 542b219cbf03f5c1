import Ledger
import PaywallCatalog
import PaywallTextCoding

extension EvaluationContext {
  /// Finds records of this request's two ids that one person may not both have. Only of the
  /// experiments of these claims.
  ///
  /// - Parameter voucher: vouches for the ids.
  func coEnrollments(
    of experiments: [String], in snapshot: Snapshot, vouchedBy voucher: AliasVoucher
  ) -> [CoEnrollment] {
    let claimed = Set(experiments.map { UTF8Key($0) })
    return snapshot.coEnrollments(in: allRecords, of: identity, vouchedBy: voucher).filter { both in
      [both.user, both.anonymous].contains { claimed.contains(UTF8Key($0.experiment)) }
    }
  }
}

extension Snapshot {
  /// Finds records of a person's two ids that one person may not both have.
  func coEnrollments(
    in records: [RecordedAssignment], of identity: VisitorIdentity,
    vouchedBy voucher: AliasVoucher
  ) -> [CoEnrollment] {
    guard records.count > 1, let user = identity.userId, let id = identity.anonymousId,
      !user.hasSameUTF8(as: id)
    else { return [] }
    let device = records.filter { $0.unit.hasSameUTF8(as: id) }
    guard !device.isEmpty else { return [] }
    return records.filter { $0.unit.hasSameUTF8(as: user) }.flatMap { own in
      device.filter { excludes(own, with: $0) }.map {
        CoEnrollment(user: own, anonymous: $0, voucher: voucher)
      }
    }
  }

  /// True if no person may have both: two variants of a phase, or two experiments of a layer of
  /// which the earlier had not ended.
  func excludes(_ one: RecordedAssignment, with other: RecordedAssignment) -> Bool {
    if one.experiment.hasSameUTF8(as: other.experiment) {
      return one.phase == other.phase && !one.variant.hasSameUTF8(as: other.variant)
    }
    let (first, second) = one.isOlder(than: other) ? (one, other) : (other, one)
    guard let earlier = experiments[first.experiment], let layer = earlier.layer,
      let later = experiments[second.experiment]?.layer, later.hasSameUTF8(as: layer)
    else { return false }
    return earlier.schedule.end.map { second.recordedAt < $0 } ?? true
  }
}
