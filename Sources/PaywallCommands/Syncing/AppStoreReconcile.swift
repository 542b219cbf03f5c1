import AppStoreSync
import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog

/// `paywall appstore reconcile`.
struct AppStoreReconcile: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "reconcile", "Fetch what Apple posted and the ledger does not have.",
    """
    Reads Apple's history of notifications from the last known moment, keeps what is missing as if it \
    had been delivered, and then reads the present state of the customers it was about. A server \
    with a key does the same at its start and every hour. It may be interrupted: the next run goes \
    on, also with --since. Exit code 1 if a text cannot be trusted or another process reconciles, 3 \
    if Apple does not answer.
    """,
    examples: "paywall appstore reconcile",
    "paywall appstore reconcile --since 2026-11-18",
    "paywall appstore reconcile --customer 704000000382071239 --json")

  @Option("time", "From when on notifications are read. (default: the last known moment)")
  var since: Moment?
  @Option("id", "Read only this customer's history: an appTransactionId or a transaction id.")
  var customer: String?
  @OptionGroup var sync: SyncOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try require(since == nil || customer == nil, "--since and --customer exclude each other.")
  }

  private static let interrupted =
    "Interrupted; what was read is kept: run the command again to go on."

  func printed(on console: Console) async throws -> Printed<ReconcileCard> {
    let card: ReconcileCard
    if let customer {
      let environment = sync.apple.environment?.environment
      let reading = try await sync.run(interrupted: { Self.interrupted }) {
        source, ledger, _, now async throws(LedgerFailure) in
        try await HistoryReader(source, ledger, now: now).read(
          customer, in: environment, cause: .usual, mends: true)
      }
      card = ReconcileCard(customer: reading)
    } else {
      let begin = since?.timestamp
      let only = sync.apple.environment?.environment
      let reports = try await sync.run(interrupted: { Self.interrupted }) {
        source, ledger, holder, now async throws(LedgerFailure) in
        var settings = ReconcileSettings()
        settings.lag = 0
        let reconciler = Reconciler(
          source, ledger, holder: holder, settings: settings, now: now)
        guard let only else { return try await reconciler.run(since: begin) }
        return [try await reconciler.run(in: only, since: begin)]
      }
      card = ReconcileCard(passes: reports)
    }
    let troubles = card.passes.compactMap(\.status) + [card.customer?.status].compactMap(\.self)
    return Printed(card, status: troubles.max { $0.rawValue < $1.rawValue } ?? .fine) { [card] _ in
      (card.passes.map(\.sentence) + [card.customer?.sentence].compactMap(\.self))
        .joined(separator: "\n")
    }
  }
}

struct ReconcileCard: Card {
  var passes: [ReconcileReport] = []
  var customer: HistoryReading?

  static let members = Members<Self> {
    $0.always("passes", "Of the notifications; none with --customer.") { $0.passes }
    $0.maybe("customer", HistoryReading.schema, "With --customer.") { $0.customer }
  }
}

/// The result for the notifications of an environment.
extension ReconcileReport: Card {
  static let members = Members<Self> {
    $0.always("environment", .appleEnvironment) { $0.environment.rawValue }
    $0.always("outcome", .words(["done", "busy", "failed"])) { $0.word }
    $0.maybe("heldUntil", "The end of the claim of a process that is busy.") { $0.heldUntil }
    $0.always("isTakenOver", .boolean, "From a process that had ended.") { $0.isTakenOver }
    $0.maybe("from", .moment) { $0.from?.rfc3339 }
    $0.maybe("to", .moment) { $0.to?.rfc3339 }
    $0.always("pages", .count) { $0.pages }
    $0.always("new", .count, "Notifications that had not come.") { $0.new }
    $0.always("already", .count) { $0.already }
    $0.always("erased", .count, "Signed before their person was erased.") { $0.erased }
    $0.always(
      "refused", .count, "Texts that cannot be trusted, of customers' histories too."
    ) { $0.allRefused.total }
    $0.always("refusedBecause", .list(of: Refusals.Item.schema)) { $0.allRefused.items }
    $0.always("keptAside", .count, "Notifications that name no app.") { $0.keptAside }
    $0.always("customers", .count, "Whose history was read to its end.") { $0.customers }
    $0.always("failedCustomers", .count) { $0.failedCustomers }
    $0.always("transactions", .count, "That were not known.") { $0.transactions }
    $0.maybe("reason", .text) { $0.failure?.text }
  }

  private var failure: SourceFailure? {
    if case .failed(let failure) = outcome { failure } else { nil }
  }

  private var word: String { failure == nil ? "\(outcome)" : "failed" }

  fileprivate var sentence: String {
    let what =
      switch outcome {
      case .busy: "another process reconciles\(lapse)"
      case .failed(let failure): "broke off: \(failure.text)"
      case .done: "\(found), \(customers) customers read"
      }
    return "\(environment.rawValue): \(what)\(allRefused.clause)"
      + (isTakenOver ? "; taken over from a process that had ended" : "")
  }

  private var lapse: String {
    heldUntil.map { "; if it has ended, run the command again after \($0.rfc3339)" } ?? ""
  }

  private var found: String {
    let all = new + already + erased + keptAside
    let aside = keptAside == 0 ? "" : ", \(keptAside) kept aside"
    return "\(new) new of \(all) notifications\(aside)"
  }

  /// The status; `nil` if all was read and is trusted.
  fileprivate var status: ExitStatus? {
    if failure?.isLater == true { return .failedOutside }
    return outcome == .done && failedCustomers == 0 && allRefused.isEmpty ? nil : .no
  }
}

/// The result for one customer's history.
extension HistoryReading: Card {
  static let members = Members<Self> {
    $0.always("id", .text) { $0.id }
    $0.maybe("environment", .appleEnvironment) { $0.environment?.rawValue }
    $0.always("outcome", .words(["whole", "toBeContinued", "failed"])) { $0.word }
    $0.always("new", .count, "Transactions that were not known.") { $0.new }
    $0.always("known", .count) { $0.known }
    $0.always("erased", .count, "Bought before the person was erased.") { $0.erased }
    $0.always("refused", .count, "Texts that cannot be trusted.") { $0.refused.total }
    $0.always("refusedBecause", .list(of: Refusals.Item.schema)) { $0.refused.items }
    $0.always("isComplete", .boolean) { $0.isComplete }
    $0.maybe("reason", .text) { $0.failure?.text }
  }

  private var word: String { if case .failed = end { "failed" } else { "\(end)" } }

  fileprivate var sentence: String {
    if let failure { return "\(id): \(failure.text)\(refused.clause)" }
    return "\(id): \(new) new of \(new + known + erased) transactions; the history is "
      + (isComplete ? "complete" : "not complete") + refused.clause
  }

  /// The status; `nil` if the history was read to its end, and all of it is trusted.
  fileprivate var status: ExitStatus? {
    if failure?.isLater == true { return .failedOutside }
    return end == .whole && refused.isEmpty ? nil : .no
  }
}
