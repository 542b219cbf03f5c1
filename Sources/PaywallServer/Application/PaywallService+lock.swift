import AppStoreServerAPI
import Foundation
import LedgerSQLite
import Logging
import PaywallCatalog

extension PaywallService {
  /// One server for each state folder and each ledger, which it knows by its name: a server knows which
  /// units have records, and would not see those that another one writes. One that only reads needs none.
  static func locks(
    _ settings: Settings, _ logger: Logger, at now: Timestamp
  ) throws(StartError) -> [HeldLock] {
    let holder = holder(settings, at: now)
    let lockFile = stateLock(settings)
    guard !settings.isReadOnly else {
      logger.notice(
        "read-only: paywalls are served, and what must be kept or signed is refused (readOnlyServer)",
        metadata: ["writer": "\(HeldLock.lastHolder(of: lockFile) ?? "none yet")"])
      return []
    }
    var guarded = [
      (file: lockFile, what: "the state folder \(settings.stateDirectory)")
    ]
    // A database takes any number of servers.
    if let path = settings.ledgerFile {
      let file = SQLiteLedger.nameLock(of: path)
      // Its folder may not be there yet; the ledger is opened after this.
      try? StateDirectory(URL(filePath: file).deletingLastPathComponent().path).make()
      guarded.append((file: file, what: "the ledger \(path)"))
    }
    var locks: [HeldLock] = []
    for (file, what) in guarded {
      do throws(HeldLock.Refusal) {
        locks.append(try HeldLock(file, holder: holder))
      } catch {
        switch error {
        case .taken(let holder): throw .inUse(what, by: holder ?? "a server")
        case .unreadable(let reason): throw .lock(file, of: what, reason: reason)
        case .impossible:
          logger.warning(
            "cannot lock \(what), so a second server could use it too",
            metadata: ["path": "\(file)"])
        }
      }
    }
    return locks
  }

  /// For the people who find something locked.
  static func holder(_ settings: Settings, at now: Timestamp) -> String {
    "process \(ProcessInfo.processInfo.processIdentifier) on \(settings.host):\(settings.port), since \(now.rfc3339)"
  }

  private static func stateLock(_ settings: Settings) -> String {
    "\(settings.stateDirectory)/server.lock"
  }

  /// After they were made.
  static func keptFiles(_ settings: Settings) -> KeptFiles {
    let locks =
      [stateLock(settings)] + (settings.ledgerFile.map { [SQLiteLedger.nameLock(of: $0)] } ?? [])
    let others =
      ["\(settings.stateDirectory)/visitor.key"] + (settings.decisionLog.map { [$0] } ?? [])
    return KeptFiles(settings.isReadOnly ? others : locks + others)
  }
}
