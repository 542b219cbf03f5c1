import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding

/// The exposed units of a phase that a link, a token, an alias or a sighting names, in 48 bytes each,
/// until they are joined to persons.
struct KnownRows {
  struct Row {
    var cell: IdCell
    var at: Int64
    var recordedAt: Int64
    var group: UInt32
    /// The place of the text in `texts`, from 1; 0 if the cell has it whole.
    var text: UInt32
    var spelling: UInt32
    var unitKind: UInt8
    var isNumber: Bool
    /// The owner of the id: itself as a user, another user (`owners`), or none.
    var owner: Owner
  }

  enum Owner: UInt8 { case own, other, none }

  private(set) var rows: [Row] = []
  private(set) var texts: [String] = []
  /// The users whose anonymous ids they are, in the form of `JoinForm`.
  var owners: [UInt32: IdCell] = [:]
  /// Rows in order, with a customer each.
  var customers: [(row: UInt32, customer: Int64)] = []

  /// - Parameter count: how many there may be.
  mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

  mutating func append(_ row: Row, text: String?) {
    rows.append(row)
    guard let text else { return }
    texts.append(text)
    rows[rows.count - 1].text = UInt32(texts.count)
  }

  func unit(_ row: Row) -> String {
    if row.text > 0 { return texts[Int(row.text) - 1] }
    if row.isNumber { return String(Int64(bitPattern: row.cell.low)) }
    return UUIDText.text(of: row.cell.bytes)
  }

  /// `ExposedRow.isEarlier`.
  func isEarlier(_ row: Row, than other: Row) -> Bool {
    if row.at != other.at { return row.at < other.at }
    if row.recordedAt != other.recordedAt { return row.recordedAt < other.recordedAt }
    let (own, its) = (UTF8Key(unit(row)), UTF8Key(unit(other)))
    guard own == its else { return own < its }
    return UnitCode.unit(row.unitKind).rawValue < UnitCode.unit(other.unitKind).rawValue
  }

  /// Numbers the rows, with one number for the rows of one person (`JoinedUnits`).
  ///
  /// - Parameter account: what a customer counts as (`PhaseIdentities.account`).
  func joined(account: (Int64) -> Int64) -> DisjointSets {
    var sets = DisjointSets(count: rows.count)
    var firstOfUser: [IdCell: Int] = [:]
    for (index, row) in rows.enumerated() {
      let user: IdCell
      switch row.owner {
      case .own: user = row.cell
      case .other: user = owners[UInt32(index)] ?? row.cell
      case .none: continue
      }
      if let first = firstOfUser[user] {
        sets.join(index, first)
      } else {
        firstOfUser[user] = index
      }
    }
    let sorted = customers.map { (account: account($0.customer), row: $0.row) }
      .sorted { $0.account < $1.account }
    for (one, next) in zip(sorted, sorted.dropFirst()) where one.account == next.account {
      sets.join(Int(one.row), Int(next.row))
    }
    return sets
  }
}

/// Kinds of units as numbers.
enum UnitCode {
  static let all: [Unit] = [.visitor, .userId, .anonymousId]

  static func unit(_ code: UInt8) -> Unit {
    all.indices.contains(Int(code)) ? all[Int(code)] : .visitor
  }

  static func code(_ unit: Unit) -> UInt8 { UInt8(all.firstIndex(of: unit) ?? 0) }
}

extension IdCell {
  var bytes: [UInt8] {
    [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
  }

  /// The key of a record in one phase. Two of 10⁶ have a chance of 3·10⁻⁸ to share one.
  static func recordKey(_ cell: IdCell, spelling: UInt32, unitKind: UInt8) -> UInt64 {
    IdCell(high: cell.high, low: cell.low ^ UInt64(spelling) << 32)
      .mixed(with: UInt64(unitKind) &* 0xD1B5_4A32_D192_ED03)
  }
}

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
