import PaywallCatalog
import PaywallTextCoding
import Serving

@testable import Ledger

extension OracleTables {
  func record(like key: RecordKey, in environment: AppStoreEnvironment) -> RecordRow? {
    records[Named(key.unit, in: environment)]?.first { RecordKey($0.assignment) == key }
  }

  mutating func add(_ record: RecordRow, in environment: AppStoreEnvironment) {
    records[Named(UTF8Key(record.assignment.unit), in: environment), default: []].append(record)
  }

  mutating func update(
    _ record: RecordRow, isNewlyUsers: Bool, in environment: AppStoreEnvironment
  ) {
    let key = RecordKey(record.assignment)
    let unit = Named(key.unit, in: environment)
    guard let index = records[unit]?.firstIndex(where: { RecordKey($0.assignment) == key }) else {
      return
    }
    records[unit]?[index] = record
  }

  func records(of unit: String, in environment: AppStoreEnvironment) -> [RecordRow] {
    records[Named(UTF8Key(unit), in: environment)] ?? []
  }

  mutating func remove(
    _ rows: UnitRows, like key: RecordKey, in environment: AppStoreEnvironment
  ) {
    let unit = Named(key.unit, in: environment)
    switch rows {
    case .records:
      records[unit]?.removeAll { RecordKey($0.assignment) == key }
      placements[unit]?[key] = nil
    case .heldOut: heldOut[unit]?[key] = nil
    case .covariates: covariates[unit]?[key] = nil
    }
  }

  mutating func remove(
    _ rows: UnitRows, ofUnit unit: String, in environment: AppStoreEnvironment
  ) {
    let unit = Named(UTF8Key(unit), in: environment)
    switch rows {
    case .records: (records[unit], placements[unit]) = (nil, nil)
    case .heldOut: heldOut[unit] = nil
    case .covariates: covariates[unit] = nil
    }
  }

  mutating func note(exposure digest: [UInt8], period: Int64) {
    noted[period, default: []].insert(digest)
  }

  func isNoted(exposure digest: [UInt8], period: Int64) -> Bool {
    (period - 1...period + 1).contains { noted[$0]?.contains(digest) ?? false }
  }

  mutating func prune(exposuresBefore period: Int64) {
    for old in noted.keys where old < period { noted[old] = nil }
  }

  func alias(of anonymousId: String, in environment: AppStoreEnvironment) -> AliasRow? {
    guard let user = users[Named(UTF8Key(anonymousId), in: environment)] else { return nil }
    return aliases[Named(user, in: environment)]?.first {
      UTF8Key($0.anonymousId) == UTF8Key(anonymousId)
    }
  }

  func aliases(of user: String, in environment: AppStoreEnvironment, limit: Int) -> [AliasRow] {
    Array((aliases[Named(UTF8Key(user), in: environment)] ?? []).prefix(limit))
  }

  mutating func addAlias(
    _ alias: AliasRow, in environment: AppStoreEnvironment, at now: Timestamp
  ) {
    users[Named(UTF8Key(alias.anonymousId), in: environment)] = UTF8Key(alias.user)
    aliases[Named(UTF8Key(alias.user), in: environment), default: []].append(alias)
  }

  mutating func update(_ alias: AliasRow, in environment: AppStoreEnvironment) {
    let user = Named(UTF8Key(alias.user), in: environment)
    let index = aliases[user]?.firstIndex { UTF8Key($0.anonymousId) == UTF8Key(alias.anonymousId) }
    if let index { aliases[user]?[index] = alias }
  }

  mutating func removeAlias(_ anonymousId: String, in environment: AppStoreEnvironment) {
    let user = users.removeValue(forKey: Named(UTF8Key(anonymousId), in: environment))
    guard let user else { return }
    aliases[Named(user, in: environment)]?.removeAll {
      UTF8Key($0.anonymousId) == UTF8Key(anonymousId)
    }
  }

  func termsText(of experiment: String, phase: Int) -> String? {
    phases[Phase(experiment: UTF8Key(experiment), number: phase)]?.terms.text
  }

  mutating func keep(_ terms: PhaseTerms) {
    phases[Phase(experiment: UTF8Key(terms.experiment), number: terms.phase)] = terms
  }

  func frozenTerms() -> [PhaseTerms] { Array(phases.values) }

  /// The rules of `isUser`, one after the other.
  func users(
    among ids: [String], in environment: AppStoreEnvironment
  ) throws -> Set<UTF8Key> {
    try Set(
      ids.filter { id in
        if try !hasNoCustomer(id, in: environment) { return true }
        if records(of: id, in: environment).contains(where: { $0.origin == .userId }) {
          return true
        }
        return aliases(of: id, in: environment, limit: mostAliases)
          .contains { $0.voucher.isStrong }
      }.map(UTF8Key.init))
  }
}
