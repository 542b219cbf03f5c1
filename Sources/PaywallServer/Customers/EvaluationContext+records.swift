import Catalog
import Decisions
import Ledger
import PaywallAPI
import Subscribers

extension EvaluationContext {
  /// The ids under which assignments of this visitor may be recorded: without a user's that does not
  /// count.
  var identity: VisitorIdentity {
    VisitorIdentity(
      userId: user == .counts ? visitor.id(for: .userId).text : nil,
      anonymousId: visitor.id(for: .anonymousId).text)
  }

  /// Whether an assignment may be written that this request brings.
  func mayRecord(_ assignment: RecordedAssignment) -> Bool {
    user == .counts || visitor.origin(of: assignment) != .userId
  }

  /// Whether recorded assignments could turn this visitor's answer: asked of memory, at once.
  func needsRecords(
    at placement: String, in entry: RequestScope.Entry, _ ledger: any Ledger
  ) -> Bool {
    entry.release.compiled.needsRecords(at: placement)
      && identity.ids.contains { ledger.mayHaveAssignments(of: $0, in: environment) }
  }

  /// With the recorded assignments of the visitor, where there could be some, if that takes no
  /// waiting.
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

  /// With the recorded assignments of the visitor, where there could be some. If they cannot be
  /// read, nobody is enrolled on a guess.
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
