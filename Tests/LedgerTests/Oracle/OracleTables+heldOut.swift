import PaywallCatalog
import PaywallTextCoding

@testable import Ledger

extension OracleTables {
  func heldOut(like key: RecordKey, in environment: AppStoreEnvironment) -> HeldOutRow? {
    heldOut[Named(key.unit, in: environment)]?[key]
  }

  mutating func put(_ row: HeldOutRow, in environment: AppStoreEnvironment) {
    let key = RecordKey(row.unit)
    heldOut[Named(key.unit, in: environment), default: [:]][key] = row
  }

  func heldOutRows(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) -> [HeldOutRow] {
    Array((heldOut[Named(UTF8Key(unit), in: environment)] ?? [:]).values)
  }

  func heldOutRows(of phase: PhaseKey) -> [HeldOutRow] {
    heldOut.lazy.filter { $0.key.environment == phase.environment }.flatMap(\.value)
      .filter { $0.key.experiment == UTF8Key(phase.experiment) && $0.key.phase == phase.phase }.map(
        \.value)
  }

  func people(of rows: [HeldOutRow], in phase: PhaseKey) -> any PersonTables {
    self
  }
}
