import Ledger

/// Where the recorded assignments of visitors are read.
struct AssignmentReader: Sendable {
  let ledger: any Ledger
  let failures: LedgerFailureLog
}
