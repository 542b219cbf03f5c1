package import Catalog
import TextCoding

extension MemoryTables {
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

  func heldOutRows(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) -> [HeldOutRow] {
    heldOut.lazy.filter { $0.key.environment == environment }.flatMap(\.value)
      .filter { $0.key.experiment == UTF8Key(experiment) && $0.key.phase == phase }.map(\.value)
  }

  func heldOutUnits(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) -> Int {
    heldOutRows(of: experiment, phase: phase, in: environment).count
  }

  mutating func removeHeldOut(like key: RecordKey, in environment: AppStoreEnvironment) {
    heldOut[Named(key.unit, in: environment)]?[key] = nil
  }

  mutating func removeHeldOut(ofUnit unit: String, in environment: AppStoreEnvironment) {
    heldOut[Named(UTF8Key(unit), in: environment)] = nil
  }
}

extension MemoryLedger {
  package func record(
    _ exposures: [HeldOutExposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    try writeAtOnce { try $0.record(exposures, in: environment, at: now) }
  }

  package func heldOut(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldOutExposures] {
    try read { try $0.heldOut(of: experiment, phase: phase, in: environment) }
  }

  package func heldOutUnits(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Int {
    try read { $0.heldOutUnits(of: experiment, phase: phase, in: environment) }
  }

  package func heldOut(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [HeldOutExposures] {
    try read { try $0.heldOut(ofUnit: unit, in: environment) }
  }

  package func erasedHeldOut(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ErasedCell] {
    try read {
      $0.erasedCells(of: experiment, phase: phase, in: environment).filter(\.key.isHeldOut)
        .sorted()
    }
  }
}
