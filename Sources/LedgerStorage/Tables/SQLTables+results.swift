package import Ledger
package import PaywallCatalog
import PaywallTextCoding
import Subscribers

private enum Statements {
  static let exposed = """
    SELECT unit, variant, rendered_at, is_conflict, is_held_out, dimensions, placement, unit_kind,
      sent_as, recorded_at
    FROM assignments
    WHERE environment = ?1 AND experiment = ?2 AND phase = ?3 AND exposures > 0
      AND exposed_at <= ?4
    """
}

extension PhaseIdentities {
  /// Ids of an environment that some table names: those of links, tokens, aliases and sightings.
  package static let knownIds = """
    SELECT user FROM links WHERE environment = ?1
    UNION ALL SELECT token FROM tokens JOIN lines ON number = line WHERE environment = ?1
    UNION ALL SELECT anonymous_id FROM aliases WHERE environment = ?1
    UNION ALL SELECT user_id FROM aliases WHERE environment = ?1
    UNION ALL SELECT unit FROM sightings WHERE environment = ?1
    """
}

extension SQLTables {
  package func identities(in environment: AppStoreEnvironment) throws -> PhaseIdentities {
    var identities = PhaseIdentities()
    _ = try each("SELECT user, customer FROM links WHERE environment = ?", environment.cell) {
      identities.links[UTF8Key(try $0.required(0)), default: []].append($0.int64(1))
    }
    _ = try each(
      """
      SELECT DISTINCT token, customer FROM tokens JOIN lines ON number = line
      WHERE environment = ?
      """, environment.cell
    ) { identities.tokens[UTF8Key(try $0.required(0)), default: []].append($0.int64(1)) }
    _ = try each(
      "SELECT \(AliasRow.columns) FROM aliases WHERE environment = ? ORDER BY number",
      environment.cell
    ) { identities.add(try AliasRow(row: $0)) }
    _ = try each(
      """
      SELECT DISTINCT a.unit FROM aliases AS x
      JOIN assignments AS a ON a.environment = ?1 AND a.unit = x.anonymous_id
      WHERE x.environment = ?1
        AND (a.unit_kind = 'userId' OR a.unit_kind = 'visitor' AND a.sent_as = 'userId')
      """, environment.cell
    ) { identities.recordedUsers.insert(UTF8Key(try $0.required(0))) }
    _ = try each(
      """
      SELECT unit, kind, customer, seen_at, route, is_proved FROM sightings WHERE environment = ?
      """, environment.cell
    ) {
      let sighting = try SightingRow($0)
      identities.sightings[sighting.key] = sighting
    }
    _ = try each("SELECT customer FROM set_aside_customers") {
      identities.setAside.insert($0.int64(0))
    }
    _ = try each("SELECT number, apple_account FROM customers WHERE apple_account IS NOT NULL") {
      identities.accounts[$0.int64(0)] = $0.int64(1)
    }
    return identities
  }

  package func eachExposed(
    of phase: PhaseKey, until end: Timestamp,
    _ identities: PhaseIdentities, _ body: (ExposedRow) throws -> Void
  ) throws -> ExposedNames {
    // Ids are compared by hash: an unknown id with a known hash is looked up without a result.
    var known: Set<IdCell> = []
    try forEach(PhaseIdentities.knownIds, [phase.environment.cell]) { known.insert($0.idCell(0)) }
    var names = ExposedNames()
    var variants: [IdCell: Int] = [:]
    var placements: [IdCell: Int] = [:]
    try forEach(
      Statements.exposed,
      Self.values(phase) + [Cell.moment(end)]
    ) { row in
      let variant = row.idCell(1)
      if variants[variant] == nil {
        variants[variant] = names.number(ofVariant: try row.required(1))
      }
      let placement = row.idCell(6)
      if placements[placement] == nil {
        placements[placement] = names.number(ofPlacement: row.text(6) ?? "")
      }
      try body(
        ExposedRow(
          variant: variants[variant] ?? 0, placement: placements[placement] ?? 0,
          at: row.moment(2) ?? .epoch, isConflict: row.flag(3) ?? false,
          isHeldOut: row.flag(4) ?? false, dimensions: row.int64(optional: 5),
          known: known.contains(row.idCell(0)) ? try ExposedRow.Known(row) : nil))
    }
    return names
  }

  package func exposedUnits(elsewhere phase: PhaseKey) throws -> Int {
    var count = 0
    for other in AppStoreEnvironment.allCases where other != phase.environment {
      count +=
        try first(
          """
          SELECT count(*) FROM assignments
          WHERE environment = ? AND experiment = ? AND phase = ? AND exposures > 0
          """, Self.values(PhaseKey(phase.experiment, phase.phase, in: other))
        ) { $0.int(0) } ?? 0
    }
    return count
  }

  /// Apple names `SEAT_ADDITION` on every transaction of a period that seats were added to. The first one
  /// is a purchase: none of the product ran when it was bought (`tellingAdditions`).
  package func newPurchases(
    _ question: NewPurchases.Question, in environment: AppStoreEnvironment
  ) throws -> [NewPurchases] {
    guard !question.products.isEmpty else { return [] }
    let products = question.products.sorted()
    let isLasting = "t.type = ?4"
    let asked = products.indices.map { "?\($0 + 9)" }.joined(separator: ", ")
    return try all(
      """
      SELECT day, is_named, count(*) FROM (
        SELECT p.bought / \(Timestamp.day) AS day, CASE WHEN
            EXISTS (SELECT 1 FROM tokens AS o WHERE o.line = p.line)
            OR EXISTS (SELECT 1 FROM links AS o WHERE o.customer = p.customer)
            OR EXISTS (SELECT 1 FROM sightings AS o WHERE o.customer = p.customer)
          THEN 1 ELSE 0 END AS is_named
        FROM (
          SELECT t.line, c.customer, t.product_id,
            min(\(NewPurchases.bought(isLasting: isLasting))) AS bought,
            min(CASE WHEN t.additional_reason = ?8 THEN 1 ELSE 0 END) AS is_marked,
            min(CASE WHEN t.seats IS NULL THEN 0 ELSE 1 END) AS has_seats
          FROM transactions AS t JOIN lines AS c ON c.number = t.line
          WHERE c.environment = ?1 AND (t.reason IS NULL OR t.reason <> ?2)
            AND (t.ownership IS NULL OR t.ownership = ?3) AND t.product_id IN (\(asked))
          GROUP BY t.line, c.customer, t.product_id, CASE WHEN \(isLasting) THEN ''
            WHEN t.web_order_line_item_id IS NULL OR t.web_order_line_item_id IN (?5, '')
            THEN t.transaction_id ELSE t.web_order_line_item_id END
        ) AS p WHERE p.bought >= ?6 AND p.bought <= ?7 AND NOT (p.is_marked = 1 AND (
          p.has_seats = 0 OR EXISTS (
            SELECT 1 FROM transactions AS o
            WHERE o.line = p.line AND o.product_id = p.product_id
              AND (o.ownership IS NULL OR o.ownership = ?3) AND p.bought < o.expires_date
              AND (o.purchase_date < p.bought
                OR o.purchase_date = p.bought AND o.additional_reason IS NULL)
              AND (o.revocation_date IS NULL OR p.bought < o.revocation_date))))
      ) AS q GROUP BY day, is_named
      """,
      [
        environment.cell, Cell.word("RENEWAL"), Cell.word("PURCHASED"),
        Cell.word(PurchaseType.nonConsumable.rawValue), Cell.text("0"),
        Cell.moment(question.from), Cell.moment(question.until),
        Cell.word(AdditionalTransactionReason.seatAddition.rawValue),
      ] + products.map { Cell.text($0) }
    ) { NewPurchases($0) }
  }

  /// Among the newest 200,000 texts, so that a ledger of fetched histories is not read through.
  package func factArrival(in environment: AppStoreEnvironment) throws -> FactArrival? {
    let newest = try each(
      """
      SELECT received_at FROM facts
      WHERE kind = ? AND environment = ? AND number > (SELECT max(number) FROM facts) - 200000
      ORDER BY number DESC LIMIT ?
      """, Cell.number(LedgerEntry.Kind.notification.code), environment.cell,
      .integer(FactArrival.sample + 1)
    ) { $0.int64(0) }
    guard let last = newest.first, let first = newest.last else { return nil }
    return FactArrival(
      newest: Timestamp(milliseconds: last), earlier: Timestamp(milliseconds: first),
      count: Int64(newest.count - 1))
  }

  package mutating func add(_ event: RenewalEvent, to chain: PurchaseChainRow) throws {
    try run(
      "INSERT INTO renewal_events (line, kind, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      .integer(chain.number), Cell.number(event.kind.rawValue), Cell.moment(event.at))
  }

  package func renewalEvents(in chain: PurchaseChainRow) throws -> [RenewalEvent] {
    try each("SELECT kind, at FROM renewal_events WHERE line = ?", .integer(chain.number)) {
      try RenewalEvent($0, in: chain)
    }
  }
}
