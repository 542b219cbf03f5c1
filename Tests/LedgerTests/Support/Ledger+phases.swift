import LedgerStorage
import PaywallCatalog
import PaywallTextCoding

@testable import Ledger

/// The covariates of a unit in one phase.
struct UnitCovariates: Equatable {
  var unit: String
  var covariates: Covariates
}

/// All rows of a phase, which no report asks for.
extension Ledger {
  func covariates(of phase: PhaseKey) async throws -> [UnitCovariates] {
    try await rows { try $0.covariates(of: phase) }
      .sorted { UTF8Key($0.unit) < UTF8Key($1.unit) }
  }

  /// The events with a side in the phase, the oldest first.
  func conflicts(of phase: PhaseKey) async throws -> [ConflictEvent] {
    try await rows { try $0.conflicts(of: phase) }.sorted()
  }

  /// The counts that erased units of a phase have left, sorted by variant, `other` first.
  func erasedCells(of phase: PhaseKey) async throws -> [ErasedCell] {
    try await rows { try $0.erasedCells(of: phase) }.filter { !$0.key.isHeldOut }.sorted()
  }

  /// The held-out units, the oldest first.
  func heldOut(of phase: PhaseKey) async throws -> [HeldOutExposures] {
    try await rows { try $0.heldOut(of: phase) }
  }

  private func rows<Row: Sendable>(
    _ read: @escaping @Sendable (any SQLTables) throws -> [Row]
  ) async throws -> [Row] {
    try await self.read(.scan) { try ($0 as? any SQLTables).map(read) ?? [] }
  }
}

extension SQLTables {
  fileprivate func covariates(of phase: PhaseKey) throws -> [UnitCovariates] {
    try all(
      """
      SELECT \(Covariates.columns), unit FROM covariates
      WHERE environment = ? AND experiment = ? AND phase = ?
      """, Self.values(phase)
    ) { UnitCovariates(unit: try $0.required(7), covariates: try Covariates($0)) }
  }

  fileprivate func conflicts(of phase: PhaseKey) throws -> [ConflictEvent] {
    try all(
      """
      SELECT experiment, phase, unit, variant, other_experiment, other_phase, other_unit,
        other_variant, came_first, cause, voucher, happened_at
      FROM conflicts WHERE environment = ?1
        AND (experiment = ?2 AND phase = ?3 OR other_experiment = ?2 AND other_phase = ?3)
      """, Self.values(phase), read: ConflictEvent.init(row:))
  }
}
