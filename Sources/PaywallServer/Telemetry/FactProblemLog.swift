import Ledger
package import Logging
import PaywallCatalog
package import Subscribers
import Synchronization

/// Counts and logs the unknown or contradictory parts of a transaction, whichever way it came: by a
/// notification, with a request, or in a fetched history. Each copy counts once while the process
/// runs.
package final class FactProblemLog: Sendable {
  private let metrics: ServerMetrics
  private let logger: Logger
  private let noted = Mutex<Set<Noted>>([])
  /// Beyond so many, copies may count again.
  private static let mostNoted = 4096

  private struct Noted: Hashable {
    let transactionId: String
    let signed: Int64
    let problem: FactProblem
  }

  package init(metrics: ServerMetrics, logger: Logger) {
    self.metrics = metrics
    self.logger = logger
  }

  package func note(_ facts: some Sequence<TransactionFact>) {
    for fact in facts {
      for problem in fact.problems where isNew(problem, of: fact) {
        metrics.received(problem)
        logger.warning(
          "transaction not understood",
          metadata: [
            "code": "\(problem.code)", "reason": "\(problem.words)",
            "transactionId": "\(fact.transactionId)",
          ])
      }
    }
  }

  private func isNew(_ problem: FactProblem, of fact: TransactionFact) -> Bool {
    let copy = Noted(
      transactionId: fact.transactionId, signed: fact.signedDate.milliseconds, problem: problem)
    return noted.withLock { noted in
      if noted.count >= Self.mostNoted { noted.removeAll(keepingCapacity: true) }
      return noted.insert(copy).inserted
    }
  }
}

extension MeasuredLedger {
  /// The ledger of a server, which counts the facts that it does not understand.
  init(
    _ ledger: any Ledger, of metrics: ServerMetrics, _ limits: LedgerGate.Limits,
    _ logger: Logger
  ) {
    self.init(
      ledger, metrics.ledger, gate: LedgerGate(limits),
      problems: FactProblemLog(metrics: metrics, logger: logger))
  }
}
