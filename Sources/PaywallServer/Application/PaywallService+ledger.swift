import AppStore
import Foundation
import Ledger
import LedgerSQLite
import Logging

extension PaywallService {
  /// The ledger of the settings. One that cannot be opened stops no paywall from being served: it
  /// is tried again whenever it is needed.
  static func ledger(_ settings: Settings, _ logger: Logger) -> any Ledger {
    guard settings.ledger != "memory" else {
      logger.warning("the ledger is in memory: what it holds ends with this process")
      return MemoryLedger()
    }
    let path = settings.ledger
    let ledger = ReopeningLedger { () throws(LedgerFailure) in
      let folder = URL(filePath: path).deletingLastPathComponent()
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return try SQLiteLedger.open(path: path)
    }
    if case .unavailable(let reason)? = ledger.failure {
      logger.error(
        "the ledger cannot be opened; paywalls are served without it, notifications are answered 503",
        metadata: ["path": "\(path)", "reason": "\(reason)"])
    }
    return ledger
  }
}
