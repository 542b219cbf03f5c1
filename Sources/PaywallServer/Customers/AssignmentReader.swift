import Ledger

/// Reads the recorded assignments of visitors.
struct AssignmentReader: Sendable {
  let ledger: any Ledger
  let failures: LedgerFailureLog
}
