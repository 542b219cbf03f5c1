package import PaywallCatalog
import PaywallTextCoding
import Serving
import Subscribers

extension StoredTables {
  /// Gives each person of a phase to the reducer. Reads every record.
  ///
  /// - Parameter end: units whose first exposure came later do not count.
  package func persons<Reducer: PersonReducer>(
    of phase: PhaseKey, until end: Timestamp,
    reducing reducer: Reducer
  ) throws -> PhaseReading<Reducer> {
    var reducer = reducer
    let identities = try identities(in: phase.environment)
    var known: [ExposedRow] = []
    var numbers: Set<RecordDetails.Number> = []
    let names = try eachExposed(of: phase, until: end, identities) { row in
      if let number = row.dimensions { numbers.insert(number) }
      if row.known == nil { reducer.add(PersonFacts(row)) } else { known.append(row) }
    }
    try eachPerson(known, identities, of: phase, account: identities.account) { reducer.add($0) }
    return try reading(reducer, names, numbers, of: phase)
  }

  /// Returns the data of a phase beside its persons.
  ///
  /// - Parameter numbers: of dimensions.
  package func reading<Reducer: Sendable>(
    _ reducer: Reducer, _ names: ExposedNames, _ numbers: Set<RecordDetails.Number>,
    of phase: PhaseKey
  ) throws -> PhaseReading<Reducer> {
    var dimensions: [RecordDetails.Number: VisitorDimensions] = [:]
    for number in numbers { dimensions[number] = try interned(number) }
    return PhaseReading(
      reducer: reducer, names: names, dimensions: dimensions,
      erased: try erasedCells(of: phase).sorted(),
      unitsElsewhere: try exposedUnits(elsewhere: phase),
      arrival: try arrival(in: phase.environment))
  }
}

extension LedgerTables {
  /// Gives each person of a phase, whose units are joined.
  ///
  /// - Parameter account: what a customer counts as (`PhaseIdentities.account`).
  func eachPerson(
    _ rows: [ExposedRow], _ search: some CustomerSearch, of phase: PhaseKey,
    account: (CustomerRow.Number) throws -> Int64, _ body: (PersonFacts) throws -> Void
  ) throws {
    for group in try JoinedUnits(rows, search, in: phase.environment, account: account).groups {
      try body(person(group, of: phase, account: account))
    }
  }

  /// - Parameter account: what a customer counts as (`PhaseIdentities.account`).
  package func person(
    _ group: JoinedUnits.Group, of phase: PhaseKey, account: (CustomerRow.Number) throws -> Int64
  ) throws -> PersonFacts {
    let first = group.first
    var person = PersonFacts(first)
    person.units = group.rows.count
    person.isConflicted = group.rows.contains { $0.isConflict || $0.variant != first.variant }
    person.isHeldOut = group.rows.contains(where: \.isHeldOut)
    person.hasCustomer = !group.customers.isEmpty
    person.hasSeveralCustomers = try Set(group.customers.map(account)).count > 1
    if let known = first.known {
      let key = RecordKey(phase, unit: known.unit, known.unitKind)
      person.spendBefore = try covariates(of: key, in: phase.environment)?.spend
    }
    for chain in try group.customers.sorted().flatMap({ try chains(of: $0) })
    where chain.hasPurchases {
      let purchases = try purchases(in: chain)
      person.transactions += purchases.facts
      person.contradicted.formUnion(purchases.contradicted)
      person.events += try renewalEvents(in: chain)
    }
    return person
  }
}

/// The units of a phase, joined to persons: those of one user, and those that reach one customer.
package struct JoinedUnits {
  package struct Group {
    package var rows: [ExposedRow]
    package var customers: Set<CustomerRow.Number>

    /// The first exposure; of several at one time, the one that was recorded first, then by its id.
    package var first: ExposedRow { rows.min { $0.isEarlier(than: $1) } ?? rows[0] }
  }

  package private(set) var groups: [Group] = []

  /// - Parameter account: what a customer counts as (`PhaseIdentities.account`).
  package init(
    _ rows: [ExposedRow], _ identities: some CustomerSearch, in environment: AppStoreEnvironment,
    account: (CustomerRow.Number) throws -> Int64
  ) throws {
    var sets = DisjointSets(count: rows.count)
    var firstOfUser: [UTF8Key: Int] = [:]
    var firstOfCustomer: [Int64: Int] = [:]
    var customers: [Set<CustomerRow.Number>] = []
    customers.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      guard let known = row.known else {
        customers.append([])
        continue
      }
      let isUser =
        try known.origin == .userId
        || !identities.users(among: [known.unit], in: environment).isEmpty
      let user = isUser ? known.unit : try identities.owner(of: known.unit, in: environment)
      if let user {
        sets.join(index, firstOfUser.place(UTF8Key(JoinForm.of(user)), index))
      }
      let numbers = try identities.customerNumbers(
        ofUnit: known.unit, isUser: isUser, in: environment)
      for number in numbers {
        sets.join(index, firstOfCustomer.place(try account(number), index))
      }
      customers.append(numbers)
    }
    var places: [Int: Int] = [:]
    for (index, row) in rows.enumerated() {
      let root = sets.root(of: index)
      if let place = places[root] {
        groups[place].rows.append(row)
        groups[place].customers.formUnion(customers[index])
      } else {
        places[root] = groups.count
        groups.append(Group(rows: [row], customers: customers[index]))
      }
    }
  }
}

extension Dictionary where Value == Int {
  /// The first index that was placed under the key.
  fileprivate mutating func place(_ key: Key, _ index: Int) -> Int {
    if let first = self[key] { return first }
    self[key] = index
    return index
  }
}

extension ExposedRow {
  package func isEarlier(than other: ExposedRow) -> Bool {
    guard at == other.at, let known, let rival = other.known else { return at < other.at }
    if known.recordedAt != rival.recordedAt { return known.recordedAt < rival.recordedAt }
    let (own, its) = (UTF8Key(known.unit), UTF8Key(rival.unit))
    return own == its ? known.unitKind.rawValue < rival.unitKind.rawValue : own < its
  }
}

/// Sets of indices that grow together (union by halving the path).
package struct DisjointSets {
  private var parents: [Int]

  package init(count: Int) { parents = Array(0..<count) }

  package mutating func root(of index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  package mutating func join(_ one: Int, _ other: Int) {
    let (a, b) = (root(of: one), root(of: other))
    if a != b { parents[max(a, b)] = min(a, b) }
  }
}
