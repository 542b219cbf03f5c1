import Ledger

/// The persons that known rows are joined to.
struct JoinedPersons {
  struct Person {
    /// The row of the first exposure.
    var first: UInt32
    var units: UInt32 = 1
    /// 0 without a customer.
    var account: Int64 = 0
    var isConflicted: Bool
    var isHeldOut: Bool
    var hasSeveralCustomers = false

    var hasCustomer: Bool { account != 0 }

    func group(_ rows: KnownRows, _ groups: [PhaseColumns.Group]) -> PhaseColumns.Group {
      var group = groups[Int(rows.rows[Int(first)].group)]
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
        Person(first: UInt32(row), isConflicted: group.isConflicted, isHeldOut: group.isHeldOut))
      return
    }
    let number = Int(personOfRow[root])
    personOfRow[row] = UInt32(number)
    var person = all[number]
    person.units += 1
    if group.isConflicted
      || group.variant != groups[Int(rows.rows[Int(person.first)].group)].variant
    {
      person.isConflicted = true
    }
    if group.isHeldOut { person.isHeldOut = true }
    if rows.isEarlier(rows.rows[row], than: rows.rows[Int(person.first)]) {
      person.first = UInt32(row)
    }
    all[number] = person
  }

  mutating func add(customerOfAccount account: Int64, to person: Int) {
    let known = all[person].account
    if known != 0, known != account { all[person].hasSeveralCustomers = true }
    if known == 0 { all[person].account = account }
  }
}

/// The places of persons by their customers, in 4 bytes each where the numbers of customers are dense.
struct CustomerPlaces {
  private static let none = UInt32.max
  private var dense: [UInt32] = []
  private var sparse: [Int64: UInt32] = [:]

  /// - Parameter customers: as many as there will be, with the largest of their numbers.
  init(_ customers: Int, largest: Int64) {
    if largest >= 0, largest < Int64(customers) * 16 + 1024 {
      dense = Array(repeating: Self.none, count: Int(largest) + 1)
    }
  }

  subscript(customer: Int64) -> UInt32? {
    get {
      guard !dense.isEmpty else { return sparse[customer] }
      guard dense.indices.contains(Int(customer)) else { return nil }
      let place = dense[Int(customer)]
      return place == Self.none ? nil : place
    }
    set {
      if dense.isEmpty {
        sparse[customer] = newValue
      } else {
        dense[Int(customer)] = newValue ?? Self.none
      }
    }
  }
}
