import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallSubscribers

extension EvaluationContext {
  /// Adds all recorded assignments of the visitor. Claims cannot be judged without them.
  func withAllRecords(from reader: AssignmentReader) async throws(Problem) -> EvaluationContext {
    guard
      identity.ids.contains(where: { reader.ledger.mayHaveAssignments(of: $0, in: environment) })
    else { return self }
    let found = try await reader.failures.asking { () async throws(LedgerFailure) in
      try await reader.ledger.assignments(of: identity, in: environment)
    }
    var evaluation = self
    evaluation.records = found.afterLogin(as: identity.userId)
    evaluation.allRecords = found
    return evaluation
  }

  /// The assignments that a request states, as the ledger would store them.
  func assignments(
    _ stated: [StatedRecord], in snapshot: Snapshot, at now: Timestamp
  ) -> [RecordedAssignment] {
    stated.map { record in
      RecordedAssignment(
        experiment: record.experiment,
        phase: record.phase ?? snapshot.experiments[record.experiment]?.phase ?? 1,
        variant: record.variant,
        unit: record.unit ?? identity.ids.first ?? "",
        unitKind: snapshot.experiments[record.experiment]?.unit ?? .visitor,
        recordedAt: record.at ?? now)
    }.afterLogin(as: identity.userId)
  }
}
