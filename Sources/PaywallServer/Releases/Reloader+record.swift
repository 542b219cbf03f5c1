import Ledger
import Logging

// The ledger's timeline follows what is in service.
extension Reloader {
  /// Writes what the release in service changes, once it agrees with the ledger. What fails is
  /// tried again by the next poll.
  package func recordRelease() async {
    guard uncompared == nil, let since = unrecorded else { return }
    do throws(LedgerFailure) {
      try await record(ServedRelease(current.value.snapshot), since)
      if unrecorded == since { unrecorded = nil }
      _ = await readKept()
    } catch {
      logger.debug("the timeline could not be written", metadata: ["reason": "\(error)"])
    }
  }
}
