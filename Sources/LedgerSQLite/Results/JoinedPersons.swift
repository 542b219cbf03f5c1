import Ledger

/// The persons that known rows are joined to.
struct JoinedPersons {
  struct Person {
    /// The row of the first exposure.
    var first: Int
    var units = 1
    var isConflicted: Bool
    var isHeldOut: Bool
    var account: Int64?
    var hasSeveralCustomers = false

    var hasCustomer: Bool { account != nil }

    func group(_ rows: KnownRows, _ groups: [PhaseColumns.Group]) -> PhaseColumns.Group {
      var group = groups[Int(rows.rows[first].group)]
      group.isConflicted = isConflicted
      group.isHeldOut = isHeldOut
      return group
    }
  }

  private(set) var all: [Person] = []
  private var personOfRow: [UInt32]
  /// The row with which a person began has the person's number.
  private static let none = UInt32.max

  init(count: Int) { personOfRow = Array(repeating: Self.none, count: count) }

  func person(ofRow row: Int) -> Int { Int(personOfRow[row]) }

  /// - Parameter root: the lowest row of the person.
  mutating func add(_ row: Int, root: Int, _ rows: KnownRows, _ groups: [PhaseColumns.Group]) {
    let group = groups[Int(rows.rows[row].group)]
    guard personOfRow[root] != Self.none else {
      personOfRow[row] = UInt32(all.count)
      all.append(
        Person(first: row, isConflicted: group.isConflicted, isHeldOut: group.isHeldOut))
      return
    }
    let number = Int(personOfRow[root])
    personOfRow[row] = UInt32(number)
    var person = all[number]
    person.units += 1
    if group.isConflicted || group.variant != groups[Int(rows.rows[person.first].group)].variant {
      person.isConflicted = true
    }
    if group.isHeldOut { person.isHeldOut = true }
    if rows.isEarlier(rows.rows[row], than: rows.rows[person.first]) { person.first = row }
    all[number] = person
  }

  mutating func add(customerOfAccount account: Int64, to person: Int) {
    if let known = all[person].account, known != account { all[person].hasSeveralCustomers = true }
    all[person].account = all[person].account ?? account
  }
}
