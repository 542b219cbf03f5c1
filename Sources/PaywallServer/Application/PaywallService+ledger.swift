package import AppStore
import Foundation
import Ledger
import LedgerPostgres
import LedgerSQLite
import LedgerStorage
import Logging
import Synchronization

extension PaywallService {
  /// The roots that Apple's signatures must chain up to.
  static func roots(_ settings: Settings) throws -> TrustedRoots {
    do throws(VerifierProblem) {
      if let store = settings.appStore { return try TrustedRoots([store.root]) }
      return try TrustedRoots(files: settings.appleRoots)
    } catch {
      throw StartError.appleRoot(error.description)
    }
  }

  /// Opens the ledger of the settings. If that fails, paywalls are still served, and each later use
  /// tries again.
  ///
  /// A ledger that was filled under other roots stops the start: these settings might not have
  /// verified its facts.
  static func ledger(
    _ settings: Settings, _ roots: TrustedRoots, _ logger: Logger
  ) throws(StartError) -> any Ledger {
    guard !settings.isReadOnly else { return SQLiteLedger.inMemory(keepsNothing: true) }
    guard settings.ledgerPath != "memory" else {
      logger.warning("the ledger is in memory: its contents are lost when this process ends")
      return SQLiteLedger.inMemory()
    }
    if let address = settings.ledgerAddress {
      return try ledger(at: address, settings, roots, logger)
    }
    let path = settings.ledgerPath
    var options = SQLiteLedger.Options()
    options.isWriting = true
    options.roots = roots.digests
    // A simulated store takes over no ledger that may hold real facts.
    options.adoptsRoots =
      settings.appStore == nil || !FileManager.default.fileExists(atPath: path)
    let ledger = try reopening(path, logger) { [options] () throws(LedgerOpenError) in
      let folder = StateDirectory(URL(filePath: path).deletingLastPathComponent().path)
      try? folder.make()
      let ledger = try SQLiteLedger.open(path: path, options: options)
      if ledger.isPartlyRestored {
        logger.warning(
          "the restoration of this ledger broke off: links, grants and records are missing; 'paywall ledger import' restores the whole export into a new file",
          metadata: ["path": "\(path)"])
      }
      if ledger.hasAdoptedRoots {
        logger.notice(
          "the ledger did not say under which root certificates it was filled; from now on it holds to those that are trusted now",
          metadata: ["path": "\(path)", "roots": "\(roots.digests.joined(separator: " "))"])
      }
      return ledger
    }
    warnOfNames(of: path, logger)
    return ledger
  }

  /// Backups by hard links make more names of a file, which no command may open while a server runs.
  private static func warnOfNames(of path: String, _ logger: Logger) {
    guard let file = FileNumber(at: path), file.names > 1 else { return }
    logger.warning(
      "the ledger's file has more than one name (hard links): a backup by hard links changes with it, so copy the file instead",
      metadata: ["path": "\(path)", "names": "\(file.names)"])
  }

  /// The same on PostgreSQL, for several servers.
  private static func ledger(
    at address: PostgresAddress, _ settings: Settings, _ roots: TrustedRoots, _ logger: Logger
  ) throws(StartError) -> any Ledger {
    var options = PostgresLedger.Options()
    options.roots = roots.digests
    // A simulated store takes over no ledger that may hold real facts.
    options.adoption = settings.appStore == nil ? .always : .ifEmpty
    return try reopening(address.name, logger) { [options] () throws(LedgerOpenError) in
      try PostgresLedger.open(address, options: options)
    }
  }

  /// A ledger that each use tries to open until it is. An error that no retry mends stops the
  /// start.
  private static func reopening(
    _ name: String, _ logger: Logger,
    open: @escaping @Sendable () throws(LedgerOpenError) -> any Ledger
  ) throws(StartError) -> any Ledger {
    let refusal = Mutex<StartError?>(nil)
    let ledger = ReopeningLedger { () throws(LedgerFailure) in
      do throws(LedgerOpenError) {
        return try open()
      } catch {
        if let reason = StartError(error, of: name) { refusal.withLock { $0 = reason } }
        throw .unavailable(error.description)
      }
    }
    if let refusal = refusal.withLock({ $0 }) { throw refusal }
    if case .unavailable(let reason)? = ledger.failure {
      logger.error(
        "the ledger cannot be opened; paywalls are served without it, notifications are answered 503",
        metadata: ["path": "\(name)", "reason": "\(reason)"])
    }
    return ledger
  }
}

extension StartError {
  /// `nil` for an error that may be mended while the server runs.
  fileprivate init?(_ error: LedgerOpenError, of name: String) {
    let reason = error.description
    switch error {
    case .otherRoots: self = .ledgerRoots(reason)
    // A later version keeps things that this one would not respect: no number of restarts helps.
    case .newer where name.contains("://"): self = .newerLedger(reason)
    case .moved, .arriving: self = .movedLedger(reason)
    case .served: self = .inUse("the ledger \(name)", by: "a server that has it under another name")
    case .transactionPooling: self = .ledgerPooling(reason)
    default: return nil
    }
  }
}

extension TrustedRoots {
  /// From files; Apple's if none.
  package init(files: [String]) throws(VerifierProblem) {
    guard !files.isEmpty else {
      self = .apple
      return
    }
    try self.init(files.map { Array(FileManager.default.contents(atPath: $0) ?? Data()) })
  }
}
