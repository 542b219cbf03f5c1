import Crypto
import Ledger

/// What the writes of one transaction have read or made, and need again: no other process can change
/// it meanwhile.
struct GroupReads {
  /// Of the ledger's hashes.
  var key: HMAC<SHA256>?
  /// The texts of terms, by phase.
  var terms: [PhaseName: String] = [:]
  /// No ids of exposures are left from before this period.
  var prunedPeriod: Int64?
}
