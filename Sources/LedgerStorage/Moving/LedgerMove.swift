import Dispatch
import Synchronization

/// Moves all rows of a ledger into another one: SQLite to PostgreSQL, back, or to one of the same kind.
///
/// The former ledger is read-only from the first row on. Until the move ends, no other process can open
/// the new one. Both note the move, so one that broke off is run again and goes on. It ends once the digests
/// of all customers are the same in both, and the former ledger stays read-only for good: a server
/// that still runs on it refuses what the new one would not know.
package struct LedgerMove: Sendable {
  package let source: any MovableLedger
  package let target: any MovableLedger
  package var pageSize = LedgerCopy.usualPageSize
  /// Milliseconds since 1970.
  package var now: @Sendable () -> Int64
  /// The name of a new move.
  package var name: @Sendable () -> String

  package init(
    from source: any MovableLedger, to target: any MovableLedger,
    now: @escaping @Sendable () -> Int64, name: @escaping @Sendable () -> String
  ) {
    self.source = source
    self.target = target
    self.now = now
    self.name = name
  }

  package enum Step: Sendable {
    /// The former ledger is read-only now, or was before.
    case readOnly(since: Int64)
    case copied(rows: Int)
    case comparing
  }

  /// The numbers of a finished move.
  package struct Summary: Hashable, Sendable {
    package var rows: Int
    package var customers: Int
    /// The time during which nothing could be written, in milliseconds.
    package var readOnly: Int64
  }

  package func run(_ tell: @Sendable (Step) -> Void) throws -> Summary {
    for ledger in [source, target] {
      guard try ledger.claim() else { throw LedgerMoveError.busy(ledger: ledger.name) }
    }
    let copy = try LedgerCopy(from: source, to: target, pageSize: pageSize)
    let departure = try begin()
    tell(.readOnly(since: departure.beganAt))
    if !departure.isDone {
      try target.goOn(with: departure.move)
      try copy.run { tell(.copied(rows: $0)) }
    }
    tell(.comparing)
    let (former, new) = try digests()
    let differences = new.differences(from: former)
    guard try source.identity() == target.identity() else {
      throw LedgerMoveError.otherIdentity(source: source.name, target: target.name)
    }
    guard differences.isEmpty else {
      throw LedgerMoveError.different(
        source: source.name, target: target.name, customers: differences.customers.count,
        first: differences.customers.first, tables: differences.tables,
        isDone: departure.isDone)
    }
    // Another process may have given it up meanwhile, and begun another one.
    guard try source.endDeparture(departure.move) else {
      throw LedgerMoveError.notMoved(source: source.name)
    }
    let end = now()
    try target.goOn(with: departure.move)
    try target.endArrival()
    return Summary(
      rows: new.rows, customers: new.customerCount, readOnly: end - departure.beganAt)
  }

  /// Lets the former ledger be written again, unless the move has ended.
  package static func cancel(from source: any MovableLedger) throws {
    guard let departure = try source.departure() else {
      throw LedgerMoveError.notMoved(source: source.name)
    }
    guard try source.claim() else { throw LedgerMoveError.busy(ledger: source.name) }
    guard try source.cancelDeparture() else {
      throw LedgerMoveError.gone(source: source.name, target: departure.target)
    }
  }

  private func begin() throws -> Departure {
    let arrival = try target.arrival()
    if let departure = try source.departure() {
      let isHere = arrival?.move == departure.move
      if departure.isDone, !isHere {
        throw LedgerMoveError.gone(source: source.name, target: departure.target)
      }
      guard isHere else {
        throw LedgerMoveError.elsewhere(source: source.name, target: departure.target)
      }
      return departure
    }
    guard try target.isEmpty() else {
      throw arrival == nil
        ? LedgerMoveError.notEmpty(target: target.name)
        : LedgerMoveError.otherMove(target: target.name)
    }
    if let former = try target.departure() {
      throw LedgerMoveError.gone(source: target.name, target: former.target)
    }
    // They have opened it before, and would write between the rows.
    let servers = try target.servers()
    guard servers.isEmpty else {
      throw LedgerMoveError.inUse(target: target.name, servers: servers)
    }
    guard try source.arrival() == nil, try !source.isBeingRestored() else {
      throw LedgerMoveError.unfinished(source: source.name)
    }
    // A target that cannot be written must not stop the servers of the source.
    let move = name()
    try target.arrive(move, as: source.identity())
    let departure = Departure(move: move, target: target.name, beganAt: now())
    try source.depart(departure)
    return departure
  }

  /// Computes both digests at once: each waits for its own database.
  private func digests() throws -> (former: LedgerDigests, new: LedgerDigests) {
    let results = Mutex<[Int: Result<LedgerDigests, any Error>]>([:])
    let ledgers = [source, target]
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      let result = Result { try LedgerDigests(of: ledgers[index]) }
      results.withLock { $0[index] = result }
    }
    let both = try results.withLock { try $0.mapValues { try $0.get() } }
    guard let former = both[0], let new = both[1] else { preconditionFailure("two were run") }
    return (former, new)
  }
}
