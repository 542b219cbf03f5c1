import PaywallCatalog
import PaywallTextCoding

@testable import Ledger

extension OracleTables {
  struct StoredConflict: Hashable, Sendable {
    var environment: AppStoreEnvironment
    var event: ConflictEvent
  }

  mutating func add(_ event: ConflictEvent, in environment: AppStoreEnvironment) -> Bool {
    let isHere = conflicts.contains {
      $0.environment == environment && $0.event.isSame(as: event)
    }
    guard !isHere else { return false }
    conflicts.append(StoredConflict(environment: environment, event: event))
    return true
  }

  func conflicts(ofUnit unit: String, in environment: AppStoreEnvironment) -> [ConflictEvent] {
    conflicts(in: environment) { $0.unit.hasSameUTF8(as: unit) }
  }

  private func conflicts(
    in environment: AppStoreEnvironment, where concerns: (ConflictEvent.Side) -> Bool
  ) -> [ConflictEvent] {
    conflicts.filter { $0.environment == environment }.map(\.event).filter {
      concerns($0.own) || concerns($0.other)
    }
  }

  mutating func removeConflicts(ofUnit unit: String, in environment: AppStoreEnvironment) {
    removeConflicts(in: environment) { $0.unit.hasSameUTF8(as: unit) }
  }

  mutating func removeConflicts(like key: RecordKey, in environment: AppStoreEnvironment) {
    removeConflicts(in: environment) {
      $0.phase == key.phase && UTF8Key($0.experiment) == key.experiment
        && UTF8Key($0.unit) == key.unit
    }
  }

  private mutating func removeConflicts(
    in environment: AppStoreEnvironment, where concerns: (ConflictEvent.Side) -> Bool
  ) {
    conflicts.removeAll { stored in
      stored.environment == environment
        && (concerns(stored.event.own) || concerns(stored.event.other))
    }
  }
}
