import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding

/// Brings an image of a phase up to a later moment of the ledger: takes out the persons whom a change
/// may concern, and reads them again.
///
/// Persons are found by walking from what changed along links, tokens, aliases, sightings and Apple
/// Accounts. A change names both what was joined and what is, so that the walk reaches the person
/// as it was and as it is. All records of a person who is taken out must have been reached;
/// otherwise the image is not followed (`CannotFollow`), and the phase is read anew.
struct PhaseFollower {
  struct CannotFollow: Error {}

  /// More ids and customers than these are faster read with all others.
  static let most = 20_000

  private let tables: SQLiteTables
  private let key: PhaseKey
  private let search: PointSearch
  private var ids: Set<UTF8Key> = []
  private var customers: Set<Int64> = []
  private var accounts: Set<Int64> = []
  /// The first of the states in which a record was since.
  private var before: [RecordName: PhaseChange.Exposed?] = [:]
  private var openIds: [String] = []
  private var openCustomers: [Int64] = []

  private struct RecordName: Hashable {
    var unit: UTF8Key
    var unitKind: Unit
  }

  static func follow(
    _ image: inout PhaseImage, _ changes: [PhaseChange], _ tables: SQLiteTables, _ key: PhaseKey
  ) throws {
    guard !image.isMixed else { throw CannotFollow() }
    var follower = PhaseFollower(tables: tables, key: key)
    try follower.collect(changes)
    try follower.walk()
    try follower.remove(from: &image)
    try follower.insert(into: &image)
    // The next change of them may be of another spelling.
    if follower.ids.contains(where: { IdCell.isMixed($0.text) }) { image.isMixed = true }
  }

  private init(tables: SQLiteTables, key: PhaseKey) {
    self.tables = tables
    self.key = key
    search = PointSearch(tables)
  }

  // MARK: The walk

  private mutating func collect(_ changes: [PhaseChange]) throws {
    for change in changes {
      switch change {
      case .record(let record, let exposed):
        guard record.key.environment == key.environment else { continue }
        if record.key == key {
          let name = RecordName(unit: UTF8Key(record.unit), unitKind: record.unitKind)
          if before[name] == nil { before[name] = .some(exposed) }
          add(record.unit)
        } else if record.isUser {
          // Whether an alias is of a user depends on the records of every phase.
          try addIfUsed(record.unit)
        }
      case .id(let id, let environment):
        if environment == nil || environment == key.environment { try addIfUsed(id) }
      case .alias(let id, let environment): if environment == key.environment { add(id) }
      case .customer(let customer): add(customer)
      case .account(let account): try add(account: account)
      }
    }
  }

  private mutating func add(_ id: String) {
    for spelling in JoinForm.spellings(of: id) where ids.insert(UTF8Key(spelling)).inserted {
      openIds.append(spelling)
    }
  }

  /// A constant token joins millions of customers, and no persons.
  private mutating func addIfUsed(_ id: String) throws {
    guard !ids.contains(UTF8Key(id)) else { return }
    for spelling in JoinForm.spellings(of: id) {
      let isUsed = try tables.finds(
        """
        SELECT 1 WHERE EXISTS (SELECT 1 FROM assignments
            WHERE environment = ?1 AND unit = ?4 AND experiment = ?2 AND phase = ?3)
          OR EXISTS (SELECT 1 FROM aliases WHERE environment = ?1 AND anonymous_id = ?4)
          OR EXISTS (SELECT 1 FROM aliases WHERE environment = ?1 AND user_id = ?4)
        """, SQLiteTables.values(key) + [Cell.text(spelling)])
      if isUsed { return add(id) }
    }
  }

  private mutating func add(_ customer: Int64) {
    if customers.insert(customer).inserted { openCustomers.append(customer) }
  }

  private mutating func add(account: Int64) throws {
    guard accounts.insert(account).inserted else { return }
    for customer in try numbers(
      "SELECT number FROM customers WHERE apple_account = ?", [.integer(account)])
    { add(customer) }
  }

  private mutating func walk() throws {
    while true {
      guard ids.count + customers.count <= Self.most else { throw CannotFollow() }
      if let id = openIds.popLast() {
        try expand(id)
      } else if let customer = openCustomers.popLast() {
        try expand(customer)
      } else {
        return
      }
    }
  }

  private mutating func expand(_ id: String) throws {
    let place = [key.environment.cell, Cell.text(id)]
    for customer in try numbers(
      """
      SELECT customer FROM links WHERE environment = ?1 AND user = ?2
      UNION SELECT customer FROM tokens JOIN lines ON number = line
      WHERE token = ?2 AND environment = ?1
      UNION SELECT customer FROM sightings WHERE environment = ?1 AND unit = ?2
      """, place)
    { add(customer) }
    for other in try texts(
      """
      SELECT user_id FROM aliases WHERE environment = ?1 AND anonymous_id = ?2
      UNION SELECT anonymous_id FROM aliases WHERE environment = ?1 AND user_id = ?2
      """, place)
    { add(other) }
  }

  private mutating func expand(_ customer: Int64) throws {
    for id in try texts(
      """
      SELECT user FROM links WHERE customer = ?1
      UNION SELECT token FROM tokens JOIN lines ON number = line WHERE customer = ?1
      UNION SELECT unit FROM sightings WHERE customer = ?1
      """, [.integer(customer)])
    { try addIfUsed(id) }
    for account in try numbers(
      """
      SELECT apple_account FROM customers WHERE number = ? AND apple_account IS NOT NULL
      """, [.integer(customer)])
    { try add(account: account) }
  }

  private func numbers(_ sql: String, _ values: [SQLValue]) throws -> [Int64] {
    let found = try tables.all("\(sql) LIMIT \(Self.most + 1)", values) { $0.int64(0) }
    guard found.count <= Self.most else { throw CannotFollow() }
    return found
  }

  private func texts(_ sql: String, _ values: [SQLValue]) throws -> [String] {
    let found = try tables.all("\(sql) LIMIT \(Self.most + 1)", values) { try $0.required(0) }
    guard found.count <= Self.most else { throw CannotFollow() }
    return found
  }

  // MARK: The persons

  private func remove(from image: inout PhaseImage) throws {
    var reached: [UInt32: UInt32] = [:]
    for id in ids {
      let (cell, spelling) = (IdCell(id.text), IdCell.spelling(of: id.text))
      for (code, kind) in UnitCode.all.enumerated() {
        let recordKey = IdCell.recordKey(cell, spelling: spelling, unitKind: UInt8(code))
        if let place = image.places.removeValue(forKey: recordKey) {
          reached[place, default: 0] += 1
          image.columns.remove(person: place)
          continue
        }
        let name = RecordName(unit: id, unitKind: kind)
        let old = try before[name] ?? exposed(id.text, kind).map { PhaseChange.Exposed($0) }
        guard let old else { continue }
        let group = image.columns.number(
          of: PhaseColumns.Group(exposedRow(old, known: nil, &image.names)))
        guard image.columns.remove(old.at.milliseconds, fromGroup: group) else {
          throw CannotFollow()
        }
      }
    }
    for (place, count) in reached where image.columns.persons[Int(place)].units != count {
      throw CannotFollow()
    }
  }

  private func insert(into image: inout PhaseImage) throws {
    var rows: [ExposedRow] = []
    for id in ids {
      let isKnown = try isKnown(id.text)
      for kind in UnitCode.all {
        guard let found = try exposed(id.text, kind) else { continue }
        let row = exposedRow(
          PhaseChange.Exposed(found),
          known: isKnown
            ? ExposedRow.Known(
              unit: id.text, unitKind: kind, origin: found.origin,
              recordedAt: found.assignment.recordedAt) : nil, &image.names)
        image.newest = max(image.newest, (found.exposedAt ?? row.at).milliseconds)
        if let dimensions = row.dimensions { image.dimensions.insert(dimensions) }
        if isKnown { rows.append(row) } else { image.columns.add(PersonFacts(row)) }
      }
    }
    let account = search.account
    let groups = try JoinedUnits(rows, search, in: key.environment, account: account).groups
    for group in groups {
      let person = try tables.person(
        group, of: key, account: account)
      guard let place = image.columns.insert(person) else { continue }
      for known in group.rows.compactMap(\.known) {
        let recordKey = IdCell.recordKey(
          IdCell(known.unit), spelling: IdCell.spelling(of: known.unit),
          unitKind: UnitCode.code(known.unitKind))
        image.places[recordKey] = place
      }
    }
  }

  private func exposed(_ unit: String, _ kind: Unit) throws -> RecordRow? {
    let record = try tables.record(
      like: RecordKey(
        experiment: key.experiment, phase: key.phase, unit: unit, unitKind: kind),
      in: key.environment)
    return record.flatMap { $0.exposures > 0 ? $0 : nil }
  }

  /// Whether any spelling of the id is named anywhere.
  private func isKnown(_ id: String) throws -> Bool {
    try JoinForm.spellings(of: id).contains { spelling in
      try tables.finds(
        """
        SELECT 1 WHERE EXISTS (SELECT 1 FROM links WHERE environment = ?1 AND user = ?2)
          OR EXISTS (SELECT 1 FROM tokens JOIN lines ON number = line
            WHERE token = ?2 AND environment = ?1)
          OR EXISTS (SELECT 1 FROM aliases WHERE environment = ?1 AND anonymous_id = ?2)
          OR EXISTS (SELECT 1 FROM aliases WHERE environment = ?1 AND user_id = ?2)
          OR EXISTS (SELECT 1 FROM sightings WHERE environment = ?1 AND unit = ?2)
        """, key.environment.cell, Cell.text(spelling))
    }
  }

  private func exposedRow(
    _ exposed: PhaseChange.Exposed, known: ExposedRow.Known?, _ names: inout ExposedNames
  ) -> ExposedRow {
    ExposedRow(
      variant: names.number(ofVariant: exposed.variant),
      placement: names.number(ofPlacement: exposed.placement), at: exposed.at,
      isConflict: exposed.isConflict, isHeldOut: exposed.isHeldOut,
      dimensions: exposed.dimensions, known: known)
  }
}

extension PhaseChange.Exposed {
  fileprivate init(_ record: RecordRow) {
    self.init(
      variant: record.assignment.variant, placement: record.placement ?? "",
      at: record.renderedAt ?? .epoch, isConflict: record.isConflict,
      isHeldOut: record.isHeldOut, dimensions: record.details?.dimensions)
  }
}
