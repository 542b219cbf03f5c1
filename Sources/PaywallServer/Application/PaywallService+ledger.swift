package import AppStore
import Foundation
import Ledger
import LedgerSQLite
import Logging

extension PaywallService {
  /// The roots that what Apple signed has to chain up to.
  static func roots(_ settings: Settings) throws -> TrustedRoots {
    do throws(VerifierProblem) {
      return try TrustedRoots(files: settings.appleRoots)
    } catch {
      throw StartError.appleRoot(error.description)
    }
  }

  /// The ledger of the settings. One that cannot be opened stops no paywall from being served: it
  /// is tried again whenever it is needed.
  static func ledger(_ settings: Settings, _ logger: Logger) -> any Ledger {
    guard settings.ledgerPath != "memory" else {
      logger.warning("the ledger is in memory: what it holds ends with this process")
      return MemoryLedger()
    }
    let path = settings.ledgerPath
    var options = SQLiteLedger.Options()
    options.isWriting = true
    let ledger = ReopeningLedger { [options] () throws(LedgerFailure) in
      let folder = URL(filePath: path).deletingLastPathComponent()
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      do throws(LedgerOpenError) {
        return try SQLiteLedger.open(path: path, options: options)
      } catch {
        throw .unavailable(error.description)
      }
    }
    if case .unavailable(let reason)? = ledger.failure {
      logger.error(
        "the ledger cannot be opened; paywalls are served without it, notifications are answered 503",
        metadata: ["path": "\(path)", "reason": "\(reason)"])
    }
    return ledger
  }
}

extension TrustedRoots {
  /// From files, or Apple's without any.
  package init(files: [String]) throws(VerifierProblem) {
    guard !files.isEmpty else {
      self = .apple
      return
    }
    try self.init(files.map { Array(FileManager.default.contents(atPath: $0) ?? Data()) })
  }
}
