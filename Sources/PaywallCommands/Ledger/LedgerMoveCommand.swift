import ArgumentParser
import CommandSupport
import Foundation
import HTTPDocuments
import Ledger
import LedgerPostgres
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Serving
import Synchronization

/// `paywall ledger move`.
struct LedgerMoveCommand: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    "move", "Move a ledger with all that it keeps to PostgreSQL, or back into a file.",
    """
    The former ledger is read-only from the first row on, and stays so: servers that run on it go \
    on with paywalls, and answer 503 to notifications, which Apple sends again, and to what they \
    would record or sign. The new ledger takes its place once the digests of all customers are the \
    same in both: start the servers with it. At the end the command says for how long nothing \
    could be written.

    The target is a file that does not exist, or a database without a ledger in use; both are used \
    as the owner of their tables. A move that breaks off is run again and goes on where it was; \
    --cancel gives it up, and the former ledger is written again.
    """,
    examples: "paywall ledger move --from .paywall/paywall.sqlite --to postgres://owner@db/paywall",
    "paywall ledger move --from postgres://owner@db/paywall --to paywall.sqlite")
  static let answerSchema = LedgerMove.Summary.schema

  @Option(.ledger, "A ledger: a file, or postgres://…") var from: String
  @Option(.ledger, "Where it goes: a new file, or postgres://…") var to: String?
  @Flag(help: "Give up a move that has not ended: the former ledger is written again.")
  var cancel = false
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try require(
      cancel == (to == nil),
      cancel ? "--cancel takes only --from." : "--to is missing: name the ledger to move into.")
    try require(from != to, "--from and --to name the same ledger.")
  }

  func run() async throws {
    let console = Console.ofProcess()
    let source = try Self.open(from, as: "--from", isCreating: false)
    do {
      if cancel {
        try Self.cancel(source)
        if answer.isJSON { return try console.write(json: [String: Int]()) }
        return console.write("The ledger \(source.name) is written again.")
      }
      let target = try Self.open(to ?? "", as: "--to", isCreating: true)
      try await move(from: source, to: target, console)
    } catch let error as LedgerMoveError {
      throw Failure(.failedOutside, error.description, help: error.help)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(
        .failedOutside, "the ledger was not moved: \(error)",
        help:
          "fix that, and run the command again: it goes on where it was; or give it up with --cancel"
      )
    }
  }

  private func move(
    from source: any MovableLedger, to target: any MovableLedger, _ console: Console
  ) async throws {
    let move = LedgerMove(
      from: source, to: target, now: { Timestamp.now().milliseconds },
      name: { UUID().uuidString.lowercased() })
    let progress = Mutex(RunningCount(console, "rows copied"))
    let isReadOnly = Mutex(false)
    let interruption = Interruption(on: console) {
      guard isReadOnly.withLock({ $0 }) else { return "Interrupted; nothing was moved." }
      return
        "Interrupted. \(source.name) is read-only until the move has ended: run the command again to go"
        + " on, or with --cancel to give it up."
    }
    let summary = try move.run { step in
      switch step {
      case .readOnly:
        isReadOnly.withLock { $0 = true }
        console.note("note: \(source.name) is read-only from now on")
      case .copied(let rows): progress.withLock { $0.add(rows) }
      case .comparing:
        progress.withLock { $0.finish() }
        console.note("note: comparing the digests of all customers")
      }
    }
    interruption.end()
    if answer.isJSON { return try console.write(json: summary) }
    let seconds = Double(summary.readOnly) / 1000
    let customers =
      summary.customers == 1 ? "1 customer" : "\(summary.customers.grouped) customers"
    console.write(
      """
      Moved \(summary.rows.grouped) rows of \(customers) from \
      \(source.name) to \(target.name); all digests are the same.
      Nothing could be written for \(seconds.formatted(.number.precision(.fractionLength(1)))) s; \
      \(source.name) stays read-only. Start the servers on the new ledger.
      """)
  }

  private static func cancel(_ source: any MovableLedger) throws {
    do {
      try LedgerMove.cancel(from: source)
    } catch let error as LedgerMoveError {
      throw error
    } catch {
      throw Failure(
        .failedOutside, "the move was not given up: \(error)",
        help: "another process still reads the ledger: end it, and run the command again")
    }
  }

  private static func open(
    _ text: String, as option: String, isCreating: Bool
  ) throws(Failure) -> any MovableLedger {
    if PostgresAddress.isAddress(text) {
      let address = try PostgresAddress.argument(text)
      return try Failure.outside(
        "\(option): ",
        help: "connect as the role that owns the tables, or may create a schema in the database"
      ) {
        try PostgresLedger.movable(address, isCreating: isCreating)
      }
    }
    return try Failure.outside("\(option): ") {
      try SQLiteLedger.movable(path: text, isCreating: isCreating)
    }
  }
}

extension LedgerMove.Summary: Card {
  static let members = Members<Self> {
    $0.always("rows", .count, "Moved, by all runs.") { $0.rows }
    $0.always("customers", .count) { $0.customers }
    $0.always("readOnlyMilliseconds", "For how long nothing could be written.") { $0.readOnly }
  }
}
