package import PaywallCatalog
import Foundation
import GRDB
package import Ledger

/// What a file says of the exposures of a phase.
package struct ExposureFigures: Hashable, Sendable {
  package var details: UnknownDetailCounts
  /// Units whom only the holdout keeps out.
  package var heldOut: Int
  /// Of all phases of the experiment.
  package var counts: [DailyCount]
}

extension ExposureFigures {
  /// Reads a file beside a server. Nothing is created or migrated, and no roots are compared: the
  /// figures rest on no text that Apple signed.
  package init(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment, path: String
  ) throws(LedgerOpenError) {
    do {
      try SQLiteLedger.requireLedger(at: path, SQLiteLedger.Options())
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(SQLiteLedger.Options().busyTimeout)
      self = try DatabaseQueue(path: path, configuration: configuration).read { database in
        guard try SQLiteLedger.migrator.hasCompletedMigrations(database) else {
          throw LedgerOpenError.older(path: path)
        }
        let tables = SQLiteTables(database: database, headers: StoredHeaders(), salt: Data())
        return ExposureFigures(
          details: try tables.unknownDetails(of: experiment, phase: phase, in: environment),
          heldOut: try tables.heldOutUnits(of: experiment, phase: phase, in: environment),
          counts: try tables.dailyCounts(of: experiment, in: environment))
      }
    } catch let error as LedgerOpenError {
      throw error
    } catch {
      throw LedgerOpenError(error, path: path)
    }
  }
}
