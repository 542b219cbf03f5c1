import LedgerStorage
import PaywallCatalog
import PaywallTextCoding

@testable import Ledger

extension ListedRows {
  /// The tables that are listed here, or hold only values that others refer to.
  static let tables: Set = [
    "aliases", "apple_accounts", "assignments", "attempts", "balance_postings", "conflicts",
    "contested_sightings",
    "count_batches", "counted_devices", "counted_variants", "counted_versions",
    "covariate_customers", "covariates",
    "customer_reports", "customers", "daily_counts", "days", "dimensions", "erased_cells",
    "erased_sums",
    "exposed_cells", "exposure_ids", "facts", "given_access", "grants", "grdb_migrations",
    "headers", "held_out",
    "history_fetches", "jobs", "kept_aside",
    "ledger",
    "lines", "links", "marks", "money_events", "notifications", "phases", "placement_exposures",
    "product_credits", "purchase_changes", "purchase_reports", "refund_cases", "refund_decisions",
    "releases",
    "remnant_ids", "remnants",
    "renewal_events", "renewals", "reported_paywalls", "retention_answers", "seat_claims",
    "served",
    "served_paywalls", "set_aside_customers", "sighting_contests", "sightings", "tokens",
    "transactions", "webhook_endpoints", "webhook_entitlements", "webhook_events",
    "webhook_products",
  ]

  /// The same on PostgreSQL; the changes are for nodes that run now.
  static let postgresTables: Set = tables.subtracting([
    "grdb_migrations", "lines", "sighting_contests",
  ])
  .union(["chains", "change_epoch", "changes", "ended_sessions", "nodes"])

  init(_ tables: some SQLTables) throws {
    self.init()
    try listPurchases(tables)
    try listVisitors(tables)
    try listResults(tables)
  }

  private mutating func listPurchases(_ tables: some SQLTables) throws {
    notifications = try tables.each("SELECT uuid FROM notifications") { try $0.required(0) }
    let entries = try tables.entries(after: 0, limit: .max)
    let subjects = try tables.each("SELECT number, line, customer FROM facts") { row in
      (
        row.int64(0),
        row.int64(optional: 1).map { TextSubject.chain($0) }
          ?? row.int64(optional: 2).map { .customer($0) } ?? .unidentified
      )
    }
    let subjectsOfTexts = Dictionary(uniqueKeysWithValues: subjects)
    texts = entries.map { (subjectsOfTexts[$0.number] ?? .unidentified, $0) }
    customers = try tables.each("SELECT number FROM customers") { $0.int64(0) }
    links = try tables.each("SELECT environment, user, customer FROM links") {
      (try Place($0), $0.int64(2))
    }
    tokens = try tables.each("SELECT token, line FROM tokens") {
      (try $0.required(0), $0.int64(1))
    }
    grants = try tables.each(
      """
      SELECT id, environment, kind, offer, offer_id, product, granted_at, release, experiment,
        variant, redeemed_by, redeemed_at, is_late, customer, remnant, trusted FROM grants
      """, read: Self.grant)
    attempts = try tables.each("SELECT nonce, grant_id, key_id, caller, moment FROM attempts") {
      (try $0.required(0), $0.int64(1), try $0.required(2), try $0.required(3), try $0.required(4))
    }
    days = try tables.each(
      """
      SELECT environment, offer, day, CAST(sum(granted) AS bigint) FROM days GROUP BY 1, 2, 3
      """
    ) {
      (try AppStoreEnvironment(code: $0.int(0)), try $0.required(1), $0.int64(2), $0.int(3))
    }
    remnants = try tables.each("SELECT number FROM remnants") { $0.int64(0) }
    hashes = try tables.each("SELECT hash, remnant FROM remnant_ids") {
      guard case .bytes(let hash) = $0[0] else { return ([], 0) }
      return (hash, $0.int64(1))
    }
  }

  private static func grant(
    _ row: some LedgerRow
  ) throws -> (grant: Grant, holder: GrantHolder, isLate: Bool) {
    var grant = Grant(
      id: row.int64(0), environment: try AppStoreEnvironment(code: row.int(1)),
      offer: try row.required(3), offerId: try row.required(4), product: try row.required(5),
      kind: OfferKind(rawValue: try row.plain(2)) ?? .offerCode,
      grantedAt: row.moment(6) ?? .epoch, release: try row.required(7), experiment: row.text(8),
      variant: row.text(9))
    if let id = row.text(10), let date = row.moment(11) {
      grant.redemption = Grant.Redemption(transactionId: id, purchaseDate: date)
    }
    var holder = GrantHolder.unnamed
    if let number = row.int64(optional: 13) { holder = .customer(number) }
    if let number = row.int64(optional: 14) { holder = .remnant(number) }
    if case .bytes(let hash) = row[15] { holder = .trusted(hash) }
    return (grant, holder, row.flag(12) ?? false)
  }

  private mutating func listVisitors(_ tables: some SQLTables) throws {
    units = Set(
      try tables.each("SELECT DISTINCT environment, unit FROM assignments", read: Place.init))
    heldOut = Set(
      try tables.each("SELECT DISTINCT environment, unit FROM held_out", read: Place.init))
    let key = "environment, experiment, phase, unit, unit_kind"
    placements = Set(
      try tables.each("SELECT DISTINCT \(key) FROM placement_exposures", read: Record.init))
    covariates = try tables.each("SELECT \(key) FROM covariates") { row in
      let record = try Record(row)
      let customers = try tables.each(
        """
        SELECT customer FROM covariate_customers WHERE environment = ? AND experiment = ?
          AND phase = ? AND unit = ? AND unit_kind = ?
        """, row[0], row[1], row[2], row[3], row[4]
      ) { $0.int64(0) }
      return (record, customers)
    }
    exposureIds = try tables.each("SELECT period, digest FROM exposure_ids") {
      guard case .bytes(let digest) = $0[1] else { return (0, []) }
      return ($0.int64(0), digest)
    }
    anonymousIds = Set(
      try tables.each("SELECT environment, anonymous_id FROM aliases", read: Place.init))
    aliasedUsers = Set(
      try tables.each("SELECT environment, user_id FROM aliases", read: Place.init))
    sightings = try tables.each("SELECT environment, unit, kind FROM sightings") {
      let place = try Place($0)
      let kind = IdOrigin(rawValue: try $0.plain(2)) ?? .userId
      return (place.environment, SightingKey(place.id, kind))
    }
    seated = Set(
      try tables.each(
        "SELECT environment, original_transaction_id FROM seat_claims", read: Place.init))
    setAside = try tables.each("SELECT customer FROM set_aside_customers") { $0.int64(0) }
    let units = Set(
      try tables.each("SELECT environment, unit FROM conflicts", read: Place.init))
    conflicts = try units.flatMap { unit in
      try tables.conflicts(ofUnit: unit.id, in: unit.environment)
        .filter { $0.own.unit.hasSameUTF8(as: unit.id) }.map { (unit.environment, $0) }
    }
  }

  private mutating func listResults(_ tables: some SQLTables) throws {
    func last(_ table: String) throws -> Int64 {
      try tables.first("SELECT coalesce(max(number), 0) FROM \(table)") { $0.int64(0) } ?? 0
    }
    lastDetails = (
      try last("dimensions"), try last("served_paywalls"), try last("reported_paywalls")
    )
    counted = Set(
      try tables.each(
        "SELECT DISTINCT environment, experiment FROM counted_variants", read: Place.init))
    countedDays = Set(
      try tables.each("SELECT day FROM daily_counts UNION SELECT day FROM counted_versions") {
        $0.int(0)
      })
    batches = try tables.each("SELECT run, number, at FROM count_batches") {
      (try $0.required(0), $0.int64(1), $0.moment(2) ?? .epoch)
    }
    exposedCells = try tables.each(
      """
      SELECT environment, experiment, phase, variant, day, dimensions, CAST(sum(persons) AS bigint)
      FROM exposed_cells GROUP BY 1, 2, 3, 4, 5, 6
      """
    ) { row in
      let place = try Place(row)
      let key = ErasedCell.Key(
        environment: place.environment, experiment: place.id, phase: row.int(2),
        variant: try row.required(3),
        group: ErasedCell.Group(day: row.int(4), dimensions: try row.plain(5)))
      return (key, row.int(6))
    }
    erasedPhases = Set(
      try tables.each("SELECT environment, experiment, phase FROM erased_cells") { row in
        let place = try Place(row)
        return Phase(environment: place.environment, experiment: place.id, number: row.int(2))
      })
  }
}

extension ListedRows.Place {
  /// Reads an environment and an id.
  fileprivate init(_ row: some LedgerRow) throws {
    self.init(
      environment: try AppStoreEnvironment(code: row.int(0)), id: try row.required(1))
  }
}

extension ListedRows.Record {
  /// Reads environment, experiment, phase, unit and its kind.
  fileprivate init(_ row: some LedgerRow) throws {
    let kind = Unit(rawValue: try row.plain(4)) ?? .visitor
    self.init(
      environment: try AppStoreEnvironment(code: row.int(0)),
      key: RecordKey(
        experiment: try row.required(1), phase: row.int(2), unit: try row.required(3),
        unitKind: kind))
  }
}
