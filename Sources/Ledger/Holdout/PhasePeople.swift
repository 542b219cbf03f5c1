package import PaywallCatalog
package import PaywallTextCoding
import Serving

/// The people who have held-out units of a phase, read at once.
package struct PhasePeople: PersonTables {
  private let aliasOfId: [UTF8Key: AliasRow]
  private let aliasesOfUser: [UTF8Key: [AliasRow]]
  private let users: Set<UTF8Key>
  private let records: [UTF8Key: [RecordRow]]
  private let heldOut: [UTF8Key: [HeldOutRow]]

  /// - Parameters:
  ///   - aliases: of the units, and of the users whose anonymous ids they are; the oldest first.
  ///   - users: those among the anonymous ids of the aliases who are known as users.
  ///   - records: of the phase, of all these ids.
  package init(
    _ rows: [HeldOutRow], aliases: [AliasRow], users: Set<UTF8Key>, records: [RecordRow]
  ) {
    aliasOfId = Dictionary(
      aliases.map { (UTF8Key($0.anonymousId), $0) }, uniquingKeysWith: { first, _ in first })
    aliasesOfUser = Dictionary(grouping: aliases) { UTF8Key($0.user) }
    self.users = users
    self.records = Dictionary(grouping: records) { UTF8Key($0.assignment.unit) }
    heldOut = Dictionary(grouping: rows) { UTF8Key($0.unit.unit) }
  }

  package func alias(of anonymousId: String, in environment: AppStoreEnvironment) -> AliasRow? {
    aliasOfId[UTF8Key(anonymousId)]
  }

  package func aliases(
    of user: String, in environment: AppStoreEnvironment, limit: Int
  ) -> [AliasRow] {
    Array((aliasesOfUser[UTF8Key(user)] ?? []).prefix(limit))
  }

  package func users(among ids: [String], in environment: AppStoreEnvironment) -> Set<UTF8Key> {
    users.intersection(ids.lazy.map(UTF8Key.init))
  }

  package func records(of unit: String, in environment: AppStoreEnvironment) -> [RecordRow] {
    records[UTF8Key(unit)] ?? []
  }

  package func heldOutRows(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) -> [HeldOutRow] {
    heldOut[UTF8Key(unit)] ?? []
  }
}
