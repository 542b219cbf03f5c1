import Ledger
import LedgerStorage
import PaywallCatalog

/// The customers of whom an app has told something, by the ids that are surely theirs.
struct SeenCustomers {
  private var customers: [CustomerRow.Number: Customer] = [:]

  struct Customer {
    /// The first exposure or sighting.
    fileprivate(set) var firstSeen: Timestamp?
    /// The experiment that was entered last.
    fileprivate(set) var experiment: String?
    fileprivate(set) var variant: String?
    fileprivate(set) var enteredAt: Timestamp?
    /// That of the last exposure, or else of the first download.
    fileprivate(set) var platform: String?
    fileprivate var platformSeen: Timestamp?
  }

  subscript(_ customer: CustomerRow.Number) -> Customer? { customers[customer] }

  private static let exposures = """
    SELECT unit, unit_kind, sent_as, experiment, variant, rendered_at, is_conflict, is_held_out,
      platform
    FROM assignments AS a LEFT JOIN dimensions AS d ON d.number = a.dimensions
    WHERE environment = ?1 AND exposures > 0 AND unit IN (\(PhaseIdentities.knownIds))
    """

  init(_ tables: some SQLTables) throws {
    try tables.forEach("SELECT number, platform FROM customers WHERE platform IS NOT NULL", []) {
      customers[$0.int64(0), default: Customer()].platform = $0.text(1)
    }
    for environment in AppStoreEnvironment.allCases {
      let identities = try tables.identities(in: environment)
      for sighting in identities.sightings.values
      where !identities.setAside.contains(sighting.customer) {
        customers[sighting.customer, default: Customer()].see(at: sighting.firstSeen)
      }
      try tables.forEach(Self.exposures, [environment.cell]) { row in
        let isUser = row.plain(optional: 1) == "userId" || row.plain(optional: 2) == "userId"
        guard let unit = row.text(0), let at = row.moment(5) else { return }
        let owners = try identities.customerNumbers(ofUnit: unit, isUser: isUser, in: environment)
        for owner in owners { customers[owner, default: Customer()].add(row, at: at) }
      }
    }
  }
}

extension SeenCustomers.Customer {
  fileprivate mutating func see(at moment: Timestamp) {
    firstSeen = min(firstSeen ?? moment, moment)
  }

  fileprivate mutating func add(_ row: some LedgerRow, at moment: Timestamp) {
    see(at: moment)
    if let last = row.plain(optional: 8), platformSeen.map({ $0 <= moment }) ?? true {
      (platform, platformSeen) = (last, moment)
    }
    // A unit that has seen two variants is in none, and one that was held out has entered none.
    guard row.flag(6) != true, row.flag(7) != true, enteredAt.map({ $0 <= moment }) ?? true else {
      return
    }
    (experiment, variant, enteredAt) = (row.text(3), row.text(4), moment)
  }
}
