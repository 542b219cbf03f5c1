import GRDB
import Ledger
import LedgerStorage
import PaywallCatalog

/// A change in the file that a person of a phase may depend on.
enum PhaseChange: Sendable {
  /// A record, with what it was before; `nil` if it was not there, or not exposed.
  case record(Record, before: Exposed?)
  /// An id that a link, a token, a sighting or a covariate names.
  case id(String, AppStoreEnvironment?)
  /// Either side of an alias.
  case alias(String, AppStoreEnvironment)
  case customer(CustomerRow.Number)
  case account(AppleAccountNumber)

  struct Record: Hashable, Sendable {
    var key: PhaseKey
    var unit: String
    var unitKind: Unit
    /// The id is or was sent as a user's.
    var isUser: Bool
  }

  struct Exposed: Sendable {
    var variant: String
    var placement: String
    var at: Timestamp
    var isConflict: Bool
    var isHeldOut: Bool
    var dimensions: RecordDetails.Number?
  }
}

/// The changes of the file, as temporary triggers of the writer's connection note them in a
/// temporary table: none of it is in the file, no statement of the ledger knows of it, and a rolled
/// back change is not noted. SQLite's `data_version` reveals changes by another process.
enum ChangeLog {
  /// Changes beyond these are not noted.
  static let most = 100_000

  private static let table = """
    CREATE TEMP TABLE IF NOT EXISTS noted (
      number INTEGER PRIMARY KEY, what INTEGER NOT NULL, environment INTEGER, id,
      experiment, phase INTEGER, unit_kind TEXT, is_user INTEGER, variant, placement, at INTEGER,
      is_conflict INTEGER, is_held_out INTEGER, dimensions INTEGER);
    """
  private static let isNoted = "coalesce((SELECT max(number) FROM noted), 0) < \(most)"

  private enum What: Int { case record, id, alias, customer, account }

  static func begin(_ database: Database) throws {
    try database.execute(sql: table + triggers.joined(separator: "\n"))
  }

  static func end(_ database: Database) throws {
    for name in names { try database.execute(sql: "DROP TRIGGER IF EXISTS temp.\(name)") }
    try database.execute(sql: "DROP TABLE IF EXISTS temp.noted")
  }

  /// Returns the changes that were noted since the last call; `nil` if not all of them were.
  static func drain(_ tables: SQLiteTables) throws -> [PhaseChange]? {
    let changes = try tables.each(
      """
      SELECT what, environment, id, experiment, phase, unit_kind, is_user, variant, placement, at,
        is_conflict, is_held_out, dimensions
      FROM temp.noted ORDER BY number
      """
    ) { try change($0) }
    if !changes.isEmpty { try tables.run("DELETE FROM temp.noted") }
    return changes.count < most ? changes.compactMap(\.self) : nil
  }

  private static func change(_ row: SQLRow) throws -> PhaseChange? {
    guard let what = What(rawValue: row.int(0)) else { return nil }
    let environment = try row.int(optional: 1).map { try AppStoreEnvironment(code: $0) }
    switch what {
    case .customer: return row.int64(optional: 2).map { .customer($0) }
    case .account: return row.int64(optional: 2).map { .account($0) }
    case .id: return .id(try row.required(2), environment)
    case .alias: return environment.map { .alias(row.text(2) ?? "", $0) }
    case .record:
      guard let environment, let kind = Unit(rawValue: try row.plain(5)) else { return nil }
      let record = PhaseChange.Record(
        key: PhaseKey(try row.required(3), row.int(4), in: environment),
        unit: try row.required(2), unitKind: kind, isUser: row.flag(6) ?? false)
      guard let variant = row.text(7) else { return .record(record, before: nil) }
      return .record(
        record,
        before: PhaseChange.Exposed(
          variant: variant, placement: row.text(8) ?? "", at: row.moment(9) ?? .epoch,
          isConflict: row.flag(10) ?? false, isHeldOut: row.flag(11) ?? false,
          dimensions: row.int64(optional: 12)))
    }
  }

  // MARK: Triggers

  private static var triggers: [String] {
    zip(names, bodies).map { name, body in
      "CREATE TEMP TRIGGER IF NOT EXISTS \(name) AFTER \(body.event) BEGIN \(body.notes) END;"
    }
  }

  private static var names: [String] { bodies.indices.map { "note_\($0)" } }

  private static func note(_ what: What, _ id: String, in environment: String = "NULL") -> String {
    "INSERT INTO noted (what, environment, id) SELECT \(what.rawValue), \(environment), \(id) WHERE \(isNoted);"
  }

  private static func note(record row: String, before: String?) -> String {
    let exposed =
      before.map { old in
        let columns = ["placement", "rendered_at", "is_conflict", "is_held_out", "dimensions"]
        return "iif(\(old).exposures > 0, \(old).variant, NULL), "
          + columns.map { "\(old).\($0)" }.joined(separator: ", ")
      } ?? "NULL, NULL, NULL, NULL, NULL, NULL"
    return """
      INSERT INTO noted (what, environment, id, experiment, phase, unit_kind, is_user, variant,
        placement, at, is_conflict, is_held_out, dimensions)
      SELECT \(What.record.rawValue), \(row).environment, \(row).unit, \(row).experiment,
        \(row).phase, \(row).unit_kind, \(row).unit_kind = 'userId' OR \(row).sent_as IS 'userId',
        \(exposed) WHERE \(isNoted);
      """
  }

  private static func owner(_ chain: String) -> String {
    "(SELECT customer FROM main.lines WHERE number = \(chain))"
  }

  private static func environment(_ chain: String) -> String {
    "(SELECT environment FROM main.lines WHERE number = \(chain))"
  }

  private static var bodies: [(event: String, notes: String)] {
    var bodies: [(event: String, notes: String)] = [
      ("INSERT ON main.assignments", note(record: "NEW", before: nil)),
      (
        """
        UPDATE ON main.assignments WHEN (NEW.exposures > 0) IS NOT (OLD.exposures > 0)
          OR NEW.rendered_at IS NOT OLD.rendered_at OR NEW.is_conflict IS NOT OLD.is_conflict
          OR NEW.is_held_out IS NOT OLD.is_held_out OR NEW.placement IS NOT OLD.placement
          OR NEW.dimensions IS NOT OLD.dimensions OR NEW.sent_as IS NOT OLD.sent_as
        """, note(record: "NEW", before: "OLD")
      ),
      ("DELETE ON main.assignments", note(record: "OLD", before: "OLD")),
      (
        "UPDATE OF apple_account ON main.customers",
        note(.customer, "NEW.number") + note(.account, "OLD.apple_account")
          + note(.account, "NEW.apple_account")
      ),
      (
        "DELETE ON main.customers",
        note(.customer, "OLD.number") + note(.account, "OLD.apple_account")
      ),
      ("INSERT ON main.lines", note(.customer, "NEW.customer")),
      (
        """
        UPDATE ON main.lines WHEN NEW.customer IS NOT OLD.customer
          OR NEW.has_purchases IS NOT OLD.has_purchases
        """, note(.customer, "NEW.customer") + note(.customer, "OLD.customer")
      ),
      ("DELETE ON main.lines", note(.customer, "OLD.customer")),
    ]
    func both(_ table: String, _ notes: (String) -> String) {
      bodies.append(("INSERT ON main.\(table)", notes("NEW")))
      bodies.append(("DELETE ON main.\(table)", notes("OLD")))
      bodies.append(("UPDATE ON main.\(table)", notes("OLD") + notes("NEW")))
    }
    both("links") {
      note(.id, "\($0).user", in: "\($0).environment") + note(.customer, "\($0).customer")
    }
    both("tokens") {
      note(.id, "\($0).token", in: environment("\($0).line"))
        + note(.customer, owner("\($0).line"))
    }
    both("aliases") {
      note(.alias, "\($0).anonymous_id", in: "\($0).environment")
        + note(.alias, "\($0).user_id", in: "\($0).environment")
    }
    both("sightings") {
      note(.id, "\($0).unit", in: "\($0).environment") + note(.customer, "\($0).customer")
    }
    both("set_aside_customers") { note(.customer, "\($0).customer") }
    both("transactions") { note(.customer, owner("\($0).line")) }
    both("renewal_events") { note(.customer, owner("\($0).line")) }
    both("covariates") { note(.id, "\($0).unit", in: "\($0).environment") }
    return bodies
  }
}
