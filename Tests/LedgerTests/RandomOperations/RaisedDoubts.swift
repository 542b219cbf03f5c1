import Ledger
import PaywallCatalog
import PaywallTextCoding

@testable import Ledger

/// The other customers who were seen with an id, kept apart from the ledgers' rules for it: even if
/// some turn out to be the same person, an id of two persons stays in doubt.
struct RaisedDoubts {
  private struct Doubt: Hashable {
    let environment: AppStoreEnvironment
    let key: SightingKey
    var customer: Name
  }

  /// A provisional customer has one purchase chain.
  private enum Name: Hashable {
    case appTransactionId(UTF8Key)
    case chain(UTF8Key)
  }

  private var doubts: Set<Doubt> = []

  /// Returns the ids whose doubt was lost by an operation.
  mutating func lost(
    by operation: LedgerOperation, _ before: OracleTables, _ after: OracleTables
  ) throws -> [String] {
    if case .see(let claims) = operation {
      for claim in claims { try note(claim, before, after) }
    }
    var lost: [String] = []
    for doubt in doubts {
      doubts.remove(doubt)
      guard let row = after.sighting(doubt.key, in: doubt.environment) else { continue }
      let customer = customer(doubt, after)
      guard customer?.number != row.customer else { continue }
      guard row.isContested else {
        lost.append("\(doubt.key) by \(doubt.customer)")
        continue
      }
      doubts.insert(
        with(doubt) { if let customer { $0.customer = Self.name(customer, after) ?? $0.customer } })
    }
    return lost
  }

  private mutating func note(
    _ claim: SightingClaim, _ before: OracleTables, _ after: OracleTables
  ) throws {
    let environment = claim.environment
    guard let owner = try before.owner(of: claim.customer, in: environment).first else { return }
    for (kind, id) in claim.ids {
      let key = SightingKey(id, kind)
      guard let held = before.sighting(key, in: environment),
        let row = after.sighting(key, in: environment)
      else { continue }
      var other: CustomerRow?
      if row.customer != held.customer {
        other = before.customer(held.customer)
      } else if owner.number != held.customer, !after.isSetAside(owner.number),
        try kind == .userId || !before.isUser(id, in: environment),
        claim.proves(kind) || !held.isProved
      {
        other = owner
      }
      guard let other, let name = Self.name(other, before) else { continue }
      doubts.insert(Doubt(environment: environment, key: key, customer: name))
    }
  }

  private static func name(_ customer: CustomerRow, _ tables: OracleTables) -> Name? {
    if let name = customer.appTransactionId { return .appTransactionId(UTF8Key(name)) }
    return tables.chains(of: customer.number).first
      .map { .chain(UTF8Key($0.originalTransactionId)) }
  }

  /// Returns the customer; `nil` if erased.
  private func customer(_ doubt: Doubt, _ tables: OracleTables) -> CustomerRow? {
    switch doubt.customer {
    case .appTransactionId(let id):
      tables.customer(appTransactionId: id.text, in: doubt.environment)
    case .chain(let id):
      tables.chain(originalTransactionId: id.text, in: doubt.environment)?.owner
    }
  }
}
