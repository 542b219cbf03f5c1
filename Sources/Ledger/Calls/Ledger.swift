package import PaywallCatalog
package import Subscribers

/// Stores verified facts and what follows from them: customers, links, grants and recorded
/// assignments. Everything a function wrote is durable when it returns.
///
/// A **customer** is Apple's: (environment, `appTransactionId`), or one `originalTransactionId`
/// until a fact of it carries an `appTransactionId`; it then belongs to that customer. Links from
/// users never merge customers, and nothing crosses an environment.
///
/// Every call goes through `write` or `read`, and is written once, in an extension of this
/// protocol: these two do what all calls need, and a ledger around another one has its own two.
package protocol Ledger: Sendable {
  var conflictCounter: ConflictCounter { get }
  var assignmentCache: AssignmentCache { get }

  /// Runs `body` in a transaction, with others or again if it has to be; its writes are durable when
  /// this returns, and rolled back if it throws.
  func write<Output: Sendable>(
    _ needs: WriteNeeds, _ body: @escaping @Sendable (inout any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output

  /// Runs `body` on one state of the ledger, not older than the call.
  ///
  /// - Parameter ahead: what it will probably read.
  func read<Output: Sendable>(
    _ kind: ReadKind, ahead: @escaping @Sendable () -> [AheadRequest],
    _ body: @escaping @Sendable (any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output

  /// Hears of each notification, and of all other facts, once they are durable.
  ///
  /// - Parameter arrival: when a notification came that was new.
  func noteStored(_ facts: [TransactionFact], arrival: Timestamp?)

  /// Whether there could be recorded assignments of a unit, or of an anonymous id that is surely an
  /// alias of it, answered from memory. `false` is certain.
  func mayHaveAssignments(of unit: String, in environment: AppStoreEnvironment) -> Bool

  /// The `assignments` of a visitor, from memory. `nil` if it is not cached: call `assignments`.
  func cachedAssignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) -> [RecordedAssignment]?

  /// Checks by a write without effect that the ledger can be written; for readiness.
  func check() async throws(LedgerFailure)

  /// Ends all work and closes files. Later calls throw `unavailable`.
  func close() async

  /// Gives all persons of a phase to the reducer in the compact form, as of one moment of the ledger.
  /// Stops no writer. A ledger may keep that form, and read again only the persons of whom anything has
  /// changed since.
  ///
  /// - Parameter end: units whose first exposure came later do not count.
  func tally<Reducer: ColumnReducer>(
    of phase: PhaseKey, until end: Timestamp,
    into reducer: Reducer
  ) async throws(LedgerFailure) -> PhaseReading<Reducer>
}

/// The caller of a read and its patience.
package enum ReadKind: Sendable {
  /// A visitor. Reads few rows, together with other reads.
  case lookUp
  /// A request or a job. Reads few rows, together with other reads.
  case request
  /// A request or a job. Reads many rows, on a connection of its own.
  case list
  /// A report. May take as long as the ledger is large, on a connection of its own.
  case scan

  /// Whether it has a connection of its own.
  package var isLong: Bool { self == .list || self == .scan }
}

/// The known needs of a call that writes, before it begins. A database with one writer ignores
/// them.
package struct WriteNeeds: Sendable {
  /// The locks that it needs. Others are taken as they turn up.
  package let names: @Sendable () -> [LockName]
  /// The rows that it will probably read.
  package let ahead: @Sendable () -> [AheadRequest]
  /// It erases a person: it may reach anything, so that no other transaction may write beside it, and
  /// nothing of what it removes may stay behind.
  package let isErasure: Bool

  package static let nothing = WriteNeeds(names: { [] }, ahead: { [] }, isErasure: false)
  package static let erasure = WriteNeeds(names: { [] }, ahead: { [] }, isErasure: true)
}

extension Ledger {
  package func noteStored(_ facts: [TransactionFact], arrival: Timestamp?) {}

  func write<Output: Sendable>(
    _ names: @escaping @Sendable @autoclosure () -> [LockName] = [],
    ahead: @escaping @Sendable @autoclosure () -> [AheadRequest] = [],
    _ body: @escaping @Sendable (inout any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await write(
      WriteNeeds(names: { names() + ahead().flatMap(\.locks) }, ahead: ahead, isErasure: false),
      body)
  }

  package func read<Output: Sendable>(
    _ kind: ReadKind, _ body: @escaping @Sendable (any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await read(kind, ahead: { [] }, body)
  }
}
