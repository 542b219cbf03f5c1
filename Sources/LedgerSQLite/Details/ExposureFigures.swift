import Foundation
import GRDB
package import Ledger
package import LedgerStorage
import PaywallCatalog

/// The numbers of a file about the exposures of a phase.
package struct ExposureFigures: Hashable, Sendable {
  package var details: UnknownDetailCounts
  /// Units whom only the holdout keeps out.
  package var heldOut: Int
  /// The counts of all phases of the experiment.
  package var counts: [DailyCount]
}

extension ExposureFigures {
  /// Reads a file beside a server. Nothing is created or migrated, and no roots are compared: the
  /// figures rest on no text that Apple signed.
  package init(
    of phase: PhaseKey, path: String
  ) throws(LedgerOpenError) {
    self = try SQLiteTables.beside(path) { tables in
      ExposureFigures(
        details: try tables.unknownDetails(of: phase),
        heldOut: try tables.heldOutUnits(of: phase),
        counts: try tables.dailyCounts(of: phase.experiment, in: phase.environment))
    }
  }
}

extension [KeyUse] {
  /// Reads the same way which keys were used.
  package init(path: String) throws(LedgerOpenError) {
    self = try SQLiteTables.beside(path) { tables in
      KeyUse.all(in: try tables.dailyCounts(of: KeyUse.experiment, in: .production))
    }
  }
}

extension SQLiteTables {
  /// Reads a file beside a server, as above.
  fileprivate static func beside<Output>(
    _ path: String, _ read: (SQLiteTables) throws -> Output
  ) throws(LedgerOpenError) -> Output {
    do {
      try FileLock.check(path)
      let file = try SQLiteLedger.requireLedger(at: path, SQLiteLedger.Options())
      return try file.read { database in
        guard try SQLiteLedger.migrator.hasCompletedMigrations(database) else {
          throw LedgerOpenError.older(name: path)
        }
        return try read(SQLiteTables(database: database))
      }
    } catch {
      throw LedgerOpenError(error, path: path)
    }
  }
}
