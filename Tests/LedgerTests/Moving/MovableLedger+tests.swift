import Synchronization

@testable import Ledger
@testable import LedgerStorage

/// The number of calls that a move makes before its process ends.
final class Calls: Sendable {
  struct Ended: Error {}

  private let left: Mutex<Int>

  init(left: Int) { self.left = Mutex(left) }

  func take() throws {
    try left.withLock { left in
      guard left > 0 else { throw Ended() }
      left -= 1
    }
  }
}

/// A ledger whose process ends after some calls.
struct Breaking: ForwardingLedger {
  let ledger: any MovableLedger
  private let calls: Calls

  init(_ ledger: any MovableLedger, _ calls: Calls) {
    self.ledger = ledger
    self.calls = calls
  }

  func willCall(_ what: String) throws { try calls.take() }
}

/// A ledger that does something during its move.
struct Watched: ForwardingLedger {
  let ledger: any MovableLedger
  /// The call before which it does so.
  private let moment: String
  private let during: @Sendable () -> Void
  private let isFirst = Once()

  init(
    _ ledger: any MovableLedger, at moment: String = "lastNumber refund_cases",
    during: @escaping @Sendable () -> Void
  ) {
    self.ledger = ledger
    self.moment = moment
    self.during = during
  }

  func willCall(_ what: String) throws {
    if what == moment, isFirst.take() { during() }
  }
}

private final class Once: Sendable {
  private let isTaken = Mutex(false)

  func take() -> Bool {
    isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
  }
}

/// A ledger that forwards every call.
protocol ForwardingLedger: MovableLedger {
  var ledger: any MovableLedger { get }

  func willCall(_ what: String) throws
}

extension ForwardingLedger {
  var name: String { ledger.name }

  func claim() throws -> Bool { try ledger.claim() }

  func goOn(with move: String) throws { try ledger.goOn(with: move) }

  func identity() throws -> LedgerIdentity {
    try willCall("identity")
    return try ledger.identity()
  }

  func columns(of table: TableDescription) throws -> [String] { try ledger.columns(of: table) }

  func page(
    of table: TableDescription, after key: [SQLValue], limit: Int
  ) throws -> MovedPage {
    try willCall("page \(table.name)")
    return try ledger.page(of: table, after: key, limit: limit)
  }

  func forEach(in table: TableDescription, _ body: ([SQLValue]) throws -> Void) throws {
    try ledger.forEach(in: table, body)
  }

  func lastNumber(of table: TableDescription) throws -> Int64 {
    try willCall("lastNumber \(table.name)")
    return try ledger.lastNumber(of: table)
  }

  func departure() throws -> Departure? { try ledger.departure() }

  func depart(_ departure: Departure) throws {
    try willCall("depart")
    try ledger.depart(departure)
  }

  func endDeparture(_ move: String) throws -> Bool {
    try willCall("endDeparture")
    return try ledger.endDeparture(move)
  }

  func isBeingRestored() throws -> Bool { try ledger.isBeingRestored() }

  func cancelDeparture() throws -> Bool {
    try willCall("cancelDeparture")
    return try ledger.cancelDeparture()
  }

  func arrival() throws -> Arrival? { try ledger.arrival() }

  func isEmpty() throws -> Bool { try ledger.isEmpty() }

  func servers() throws -> [String] { try ledger.servers() }

  func arrive(_ move: String, as identity: LedgerIdentity) throws {
    try willCall("arrive")
    try ledger.arrive(move, as: identity)
  }

  func add(_ rows: [[SQLValue]], to table: TableDescription, last key: [SQLValue]) throws {
    try willCall("add \(table.name)")
    try ledger.add(rows, to: table, last: key)
  }

  func setLastNumber(_ number: Int64, of table: TableDescription) throws {
    try willCall("setLastNumber \(table.name)")
    try ledger.setLastNumber(number, of: table)
  }

  func endArrival() throws {
    try willCall("endArrival")
    try ledger.endArrival()
  }
}
