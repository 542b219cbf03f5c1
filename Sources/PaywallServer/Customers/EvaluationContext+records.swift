import Catalog
import Decisions
import Ledger
import PaywallAPI
import Subscribers

extension EvaluationContext {
  /// The ids under which this visitor's assignments may be recorded, without a user id that does
  /// not count.
  var identity: VisitorIdentity {
    VisitorIdentity(
      userId: user == .counts ? visitor.id(for: .userId).text : nil,
      anonymousId: visitor.id(for: .anonymousId).text)
  }

  /// Whether an assignment of this request may be written.
  func mayRecord(_ assignment: RecordedAssignment) -> Bool {
    user == .counts || visitor.origin(of: assignment) != .userId
  }

  /// Whether recorded assignments could change this visitor's decision. Reads only memory.
  func needsRecords(
    at placement: String, in entry: RequestScope.Entry, _ ledger: any Ledger
  ) -> Bool {
    entry.release.compiled.needsRecords(at: placement)
      && identity.ids.contains { ledger.mayHaveAssignments(of: $0, in: environment) }
  }

  /// Adds the recorded assignments of the visitor, if there may be some; `nil` if they are not
  /// cached.
  func withRememberedRecords(
    at placement: String, in entry: RequestScope.Entry, _ ledger: any Ledger
  ) -> EvaluationContext? {
    guard needsRecords(at: placement, in: entry, ledger) else { return self }
    guard let records = ledger.cachedAssignments(of: identity, in: environment) else {
      return nil
    }
    var evaluation = self
    evaluation.records = records.afterLogin(as: identity.userId)
    return evaluation
  }

  /// Adds the visitor's recorded assignments, if there may be some. If they cannot be read, the
  /// visitor is not enrolled on a guess.
  func withRecords(
    at placements: [String], in entry: RequestScope.Entry, from reader: AssignmentReader,
    at now: Timestamp
  ) async -> EvaluationContext {
    guard placements.contains(where: { needsRecords(at: $0, in: entry, reader.ledger) }) else {
      return self
    }
    do throws(LedgerFailure) {
      var evaluation = self
      evaluation.records = try await reader.ledger.assignments(of: identity, in: environment)
        .afterLogin(as: identity.userId)
      return evaluation
    } catch {
      reader.failures.note(error)
      return withoutLedger(in: entry, at: now)
    }
  }
}
