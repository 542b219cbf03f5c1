import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding

/// Reads a whole phase in the compact form, each table once and in its order. It gives the same
/// persons as `LedgerTables.persons`, which asks for each.
struct PhaseReader {
  let tables: SQLiteTables
  let key: PhaseKey
  /// Exposures that were rendered later do not count.
  let end: Timestamp
  var pace: Pace
  var image = PhaseImage()
  private var rows = KnownRows()
  private var hasTextTokens = false
  private var setAside: Set<Int64> = []
  private var accounts: [Int64: Int64] = [:]

  init(_ tables: SQLiteTables, _ key: PhaseKey, until end: Timestamp, pace: Pace) {
    self.tables = tables
    self.key = key
    self.end = end
    self.pace = pace
  }

  static func read(
    _ tables: SQLiteTables, _ key: PhaseKey, until end: Timestamp = Timestamp(milliseconds: .max),
    pace: Pace = Pace(isOn: false)
  ) throws -> PhaseImage {
    var reader = PhaseReader(tables, key, until: end, pace: pace)
    try reader.readExposures(try reader.identities())
    let persons = try reader.joinPersons()
    try reader.readPurchases(of: persons)
    reader.image.columns.sort()
    reader.image.columns.trim()
    return reader.image
  }

  // MARK: Identities

  private mutating func identities() throws -> IdMap {
    var map = IdMap()
    let environment = [key.environment.cell]
    map.reserve(
      try tables.first(
        """
        SELECT (SELECT count(*) FROM links) + (SELECT count(*) FROM tokens)
          + (SELECT count(*) FROM sightings) + 2 * (SELECT count(*) FROM aliases)
        """
      ) { $0.int(0) } ?? 0)
    try tables.forEach("SELECT user, customer FROM links WHERE environment = ?", environment) {
      let (cell, spelling) = $0.spelledId(0)
      map.insert(.link, cell, spelling: spelling, customer: $0.int64(1))
    }
    var hasTextTokens = false
    try tables.forEach(
      """
      SELECT DISTINCT token, customer FROM tokens JOIN lines ON number = line
      WHERE environment = ?
      """, environment
    ) {
      let (cell, spelling) = $0.spelledId(0)
      if $0.isText(0) { hasTextTokens = true }
      map.insert(.token, cell, spelling: spelling, customer: $0.int64(1))
    }
    self.hasTextTokens = hasTextTokens
    try tables.forEach(
      "SELECT anonymous_id, user_id FROM aliases WHERE environment = ?", environment
    ) {
      for column in 0...1 {
        let (cell, spelling) = $0.spelledId(column)
        map.insert(.alias, cell, spelling: spelling)
      }
    }
    try tables.forEach(
      "SELECT unit, customer, kind = 'userId', is_proved FROM sightings WHERE environment = ?",
      environment
    ) {
      let (isUser, isProved) = ($0.flag(2) ?? false, $0.flag(3) ?? false)
      let kind: IdMap.Kind =
        isUser
        ? (isProved ? .provedUserSighting : .userSighting)
        : (isProved ? .provedAnonymousSighting : .anonymousSighting)
      let (cell, spelling) = $0.spelledId(0)
      map.insert(kind, cell, spelling: spelling, customer: $0.int64(1))
    }
    map.index()
    setAside = Set(
      try tables.each("SELECT customer FROM set_aside_customers") { $0.int64(0) })
    accounts = Dictionary(
      try tables.each(
        "SELECT number, apple_account FROM customers WHERE apple_account IS NOT NULL"
      ) { ($0.int64(0), -$0.int64(1)) }, uniquingKeysWith: { first, _ in first })
    return map
  }

  // MARK: Exposures

  private static let exposures = """
    SELECT unit, variant, placement, rendered_at, is_conflict, is_held_out, dimensions, unit_kind,
      sent_as, recorded_at, exposed_at
    FROM assignments
    WHERE environment = ? AND experiment = ? AND phase = ? AND exposures > 0
    """

  private mutating func readExposures(_ identities: IdMap) throws {
    var (variants, placements) = (TextNumbers(), TextNumbers())
    let search = PointSearch(tables)
    rows.reserve(identities.count)
    var last: (group: PhaseColumns.Group, number: Int)?
    let end = end.milliseconds
    try tables.forEach(Self.exposures, SQLiteTables.values(key)) { row in
      pace.step()
      let (at, came) = (row.int64(3), row.int64(10))
      guard came <= end else { return }
      image.newest = max(image.newest, came)
      let group = PhaseColumns.Group(
        ExposedRow(
          variant: variants.number(of: row, 1) { image.names.number(ofVariant: $0) },
          placement: placements.number(of: row, 2) { image.names.number(ofPlacement: $0) },
          at: .epoch, isConflict: row.flag(4) ?? false, isHeldOut: row.flag(5) ?? false,
          dimensions: row.int64(optional: 6), known: nil))
      let number: Int
      if let last, last.group == group {
        number = last.number
      } else {
        number = image.columns.number(of: group)
        last = (group, number)
        if let dimensions = group.dimensions { image.dimensions.insert(dimensions) }
      }
      if row.byteCount(0) == 36, IdCell.isMixed(try row.required(0)) { image.isMixed = true }
      let cell = row.idCell(0)
      guard identities.contains(cell) else { return image.columns.insert(at, inGroup: number) }
      try append(row, cell, at: at, group: number, identities, search)
    }
  }

  /// The rules of `CustomerSearch`; of an id with an alias, by queries.
  private mutating func append(
    _ row: SQLRow, _ cell: IdCell, at: Int64, group: Int, _ identities: IdMap,
    _ search: PointSearch
  ) throws {
    let spelling = row.spelledId(0).spelling
    guard let kind = Unit(rawValue: try row.plain(7)) else {
      throw UnreadableRow("a unit of an unknown kind")
    }
    let sentAs = row.text(8).flatMap(IdOrigin.init)
    let isSentAsUser = kind == .userId || sentAs == .userId
    var (linked, seen): (Set<Int64>, Set<Int64>) = ([], [])
    var (seenAsUser, seenAsOther): ([IdMap.Entry], [IdMap.Entry]) = ([], [])
    var isAliased = hasTextTokens && row.isText(0)
    identities.forEach(cell) { entry in
      switch entry.kind {
      case .link: if entry.spelling == spelling { linked.insert(entry.customer) }
      // Compared in lower case.
      case .token: if entry.spelling == 0 { linked.insert(entry.customer) }
      case .alias: if entry.spelling == spelling { isAliased = true }
      case .userSighting, .provedUserSighting: seenAsUser.append(entry)
      case .anonymousSighting, .provedAnonymousSighting: seenAsOther.append(entry)
      }
    }
    var owner: KnownRows.Owner
    var other: IdCell?
    if isAliased {
      let unit = try row.required(0)
      let isUser =
        try isSentAsUser || !search.users(among: [unit], in: key.environment).isEmpty
      let user = isUser ? unit : try search.owner(of: unit, in: key.environment)
      owner = isUser ? .own : user == nil ? .none : .other
      if !isUser, let user {
        other = IdCell(user)
        if IdCell.isMixed(user) { image.isMixed = true }
      }
      seen = try search.customerNumbers(ofUnit: unit, isUser: isUser, in: key.environment)
    } else {
      let isUser = isSentAsUser || !linked.isEmpty
      owner = isUser ? .own : .none
      seen = linked
      for entry in isUser ? seenAsUser : seenAsOther
      where entry.spelling == 0 && !setAside.contains(entry.customer) {
        if entry.kind.isProved || linked.isEmpty { seen.insert(entry.customer) }
      }
    }
    let place = UInt32(rows.rows.count)
    rows.append(
      KnownRows.Row(
        cell: cell, at: at, recordedAt: row.int64(9), group: UInt32(group), text: 0,
        spelling: spelling, unitKind: UnitCode.code(kind), isNumber: row.isNumber(0),
        owner: owner), text: row.isText(0) ? try row.required(0) : nil)
    if let other { rows.owners[place] = other }
    for customer in seen { rows.customers.append((place, customer)) }
  }

  // MARK: Persons

  /// - Returns: the places of persons by their customers.
  private mutating func joinPersons() throws -> CustomerPlaces {
    var sets = rows.joined { accounts[$0] ?? $0 }
    var persons = JoinedPersons(count: rows.rows.count)
    for index in rows.rows.indices {
      persons.add(index, root: sets.root(of: index), rows, image.columns.groups)
    }
    for (row, customer) in rows.customers {
      let person = persons.person(ofRow: Int(row))
      persons.add(customerOfAccount: accounts[customer] ?? customer, to: person)
    }
    let spends = try readSpends()
    image.places.reserveCapacity(rows.rows.count)
    image.columns.reserve(persons: persons.all.count, purchases: 0)
    // The place of each person; strangers have none.
    var places = [UInt32](repeating: .max, count: persons.all.count)
    for (number, person) in persons.all.enumerated() {
      let first = rows.rows[Int(person.first)]
      let group = image.columns.number(of: person.group(rows, image.columns.groups))
      let spend = spends[first.recordKey] ?? 0
      guard person.units > 1 || person.hasCustomer || spend > 0 else {
        image.columns.insert(first.at, inGroup: group)
        continue
      }
      places[number] = image.columns.append(
        PhaseColumns.Person(
          at: first.at, group: UInt32(group), units: person.units, spend: spend,
          hasCustomer: person.hasCustomer, hasSeveralCustomers: person.hasSeveralCustomers))
    }
    for (index, row) in rows.rows.enumerated() {
      let place = places[persons.person(ofRow: index)]
      if place != .max { image.places[row.recordKey] = place }
    }
    var ofCustomers = CustomerPlaces(
      rows.customers.count, largest: rows.customers.lazy.map(\.customer).max() ?? 0)
    for (row, customer) in rows.customers {
      ofCustomers[customer] = places[persons.person(ofRow: Int(row))]
    }
    rows = KnownRows()
    return ofCustomers
  }

  /// Reads the number of the former spend by the key of the record.
  private mutating func readSpends() throws -> [UInt64: UInt32] {
    var spends: [UInt64: UInt32] = [:]
    var known: [String: UInt32] = [:]
    try tables.forEach(
      """
      SELECT unit, unit_kind, spend FROM covariates
      WHERE environment = ? AND experiment = ? AND phase = ?
      """, SQLiteTables.values(key)
    ) { row in
      guard let kind = Unit(rawValue: try row.plain(1)) else {
        throw UnreadableRow("a unit of an unknown kind")
      }
      let (cell, spelling) = row.spelledId(0)
      let text = try row.plain(2)
      let number =
        try known[text]
        ?? image.columns.number(ofSpend: Covariates.spend(of: text))
      known[text] = number
      spends[IdCell.recordKey(cell, spelling: spelling, unitKind: UnitCode.code(kind))] = number
    }
    return spends
  }
}

extension IdMap.Kind {
  fileprivate var isProved: Bool {
    self == .provedUserSighting || self == .provedAnonymousSighting
  }
}

extension KnownRows.Row {
  var recordKey: UInt64 { IdCell.recordKey(cell, spelling: spelling, unitKind: unitKind) }
}
