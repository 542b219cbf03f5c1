import AppStoreSync
import ArgumentParser
import Ledger
import PaywallAPI
import PaywallCatalog

/// `paywall appstore reconcile`.
struct AppStoreReconcile: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "reconcile",
    abstract: "Fetch what Apple posted and the ledger does not have.",
    discussion: """
      Reads Apple's history of notifications from the last known moment, keeps what is missing as if it \
      had been delivered, and then reads the present state of the customers it was about. A server \
      with a key does the same at its start and every hour. It may be interrupted: the next run goes \
      on, also with --since. Exit code 1 if a text cannot be trusted or another process reconciles, 3 \
      if Apple does not answer.

      EXAMPLE
        paywall appstore reconcile
        paywall appstore reconcile --since 2026-11-18
        paywall appstore reconcile --customer 704000000382071239 --json
      """)
  static let answerSchema = Schema.object([
    .always(
      "passes",
      .list(
        of: .object([
          .always("environment", .words(["production", "sandbox"])),
          .always("outcome", .words(["done", "busy", "failed"])),
          .maybe("heldUntil", .moment, "The end of the claim of a process that is busy."),
          .always("isTakenOver", .boolean, "From a process that had ended."),
          .maybe("from", .moment), .maybe("to", .moment), .always("pages", .count),
          .always("new", .count, "Notifications that had not come."),
          .always("already", .count),
          .always("erased", .count, "Signed before their person was erased."),
          .always("refused", .count, "Texts that cannot be trusted, of customers' histories too."),
          .always("refusedBecause", .list(of: RefusalCard.schema)),
          .always("keptAside", .count, "Notifications that name no app."),
          .always("customers", .count, "Whose history was read to its end."),
          .always("failedCustomers", .count),
          .always("transactions", .count, "That were not known."), .maybe("reason", .text),
        ])), "Of the notifications; none with --customer."),
    .maybe("customer", CustomerReadingCard.schema, "With --customer."),
  ])

  @Option(
    help: ArgumentHelp(
      "From when on notifications are read. (default: the last known moment)", valueName: "time"))
  var since: Moment?
  @Option(
    help: ArgumentHelp(
      "Read only this customer's history: an appTransactionId or a transaction id.",
      valueName: "id"))
  var customer: String?
  @OptionGroup var sync: SyncOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    guard since == nil || customer == nil else {
      throw ValidationError("--since and --customer exclude each other.")
    }
  }

  private struct Card: Encodable {
    var passes: [PassCard]
    var customer: CustomerReadingCard?
  }

  private struct PassCard: Encodable {
    var environment: String
    var outcome: String
    var from: String?
    var to: String?
    var pages: Int
    var new: Int
    var already: Int
    var erased: Int
    var refused: Int
    var refusedBecause: [RefusalCard]
    var keptAside: Int
    var customers: Int
    var failedCustomers: Int
    var transactions: Int
    var reason: String?
    var heldUntil: String?
    var isTakenOver: Bool
    private var refusals: Refusals
    private var isAway = false

    private enum CodingKeys: String, CodingKey {
      case environment, outcome, heldUntil, isTakenOver, from, to, pages, new, already, erased,
        refused, refusedBecause
      case keptAside, customers, failedCustomers, transactions, reason
    }

    init(_ report: ReconcileReport) {
      environment = report.environment.rawValue
      switch report.outcome {
      case .done: outcome = "done"
      case .busy: outcome = "busy"
      case .failed(let failure):
        outcome = "failed"
        reason = failure.text
        isAway = failure.isLater
      }
      from = report.from?.rfc3339
      to = report.to?.rfc3339
      (pages, new, already) = (report.pages, report.new, report.already)
      (heldUntil, isTakenOver) = (report.heldUntil?.rfc3339, report.isTakenOver)
      refusals = report.allRefused
      (erased, refused, keptAside) = (report.erased, refusals.total, report.keptAside)
      refusedBecause = refusals.cards
      (customers, failedCustomers) = (report.customers, report.failedCustomers)
      transactions = report.transactions
    }

    var sentence: String {
      let start =
        switch outcome {
        case "busy": "\(environment): another process reconciles\(lapse)"
        case "failed": "\(environment): broke off: \(reason ?? "")"
        default: "\(environment): \(found), \(customers) customers read"
        }
      return start + refusals.clause
        + (isTakenOver ? "; taken over from a process that had ended" : "")
    }

    private var lapse: String {
      heldUntil.map { "; if it has ended, run the command again after \($0)" } ?? ""
    }

    private var found: String {
      let all = new + already + erased + keptAside
      let aside = keptAside == 0 ? "" : ", \(keptAside) kept aside"
      return "\(new) new of \(all) notifications\(aside)"
    }

    /// `nil` if all was read and is trusted.
    var status: ExitStatus? {
      if isAway { return .failedOutside }
      return outcome == "done" && failedCustomers == 0 && refusals.isEmpty ? nil : .no
    }
  }

  private static let interrupted =
    "Interrupted; what was read is kept: run the command again to go on."

  func run() async throws {
    let console = Console.ofProcess()
    let card: Card
    if let customer {
      let environment = sync.apple.environment?.environment
      let reading = try await sync.run(interrupted: { Self.interrupted }) {
        source, ledger, _, now async throws(LedgerFailure) in
        try await HistoryReader(source, ledger, now: now).read(
          customer, in: environment, cause: .usual, mends: true)
      }
      card = Card(passes: [], customer: CustomerReadingCard(reading))
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
      card = Card(passes: reports.map(PassCard.init))
    }
    if answer.isJSON {
      try console.write(json: card)
    } else {
      console.write(
        (card.passes.map(\.sentence) + (card.customer.map { [$0.sentence] } ?? []))
          .joined(separator: "\n"))
    }
    let troubles = card.passes.compactMap(\.status) + [card.customer?.status].compactMap(\.self)
    if let worst = troubles.max(by: { $0.rawValue < $1.rawValue }) {
      throw ExitCode(worst.rawValue)
    }
  }
}

/// What came of one customer's history.
struct CustomerReadingCard: Encodable {
  var id: String
  var environment: String?
  var outcome: String
  var new: Int
  var known: Int
  var erased: Int
  var refused: Int
  var refusedBecause: [RefusalCard]
  var isComplete: Bool
  var reason: String?
  private var refusals: Refusals
  private var isAway = false

  private enum CodingKeys: String, CodingKey {
    case id, environment, outcome, new, known, erased, refused, refusedBecause, isComplete, reason
  }

  init(_ reading: HistoryReading) {
    id = reading.id
    environment = reading.environment?.rawValue
    switch reading.end {
    case .whole: outcome = "whole"
    case .toBeContinued: outcome = "toBeContinued"
    case .failed(let failure):
      outcome = "failed"
      reason = failure.text
      isAway = failure.isLater
    }
    refusals = reading.refused
    (refused, refusedBecause) = (refusals.total, refusals.cards)
    (new, known, erased) = (reading.new, reading.known, reading.erased)
    isComplete = reading.isComplete
  }

  var sentence: String {
    if let reason { return "\(id): \(reason)\(refusals.clause)" }
    return "\(id): \(new) new of \(new + known + erased) transactions; the history is "
      + (isComplete ? "complete" : "not complete") + refusals.clause
  }

  /// `nil` if the history was read to its end, and all of it is trusted.
  var status: ExitStatus? {
    if isAway { return .failedOutside }
    return outcome == "whole" && refusals.isEmpty ? nil : .no
  }

  static let schema = Schema.object([
    .always("id", .text), .maybe("environment", .words(["production", "sandbox"])),
    .always("outcome", .words(["whole", "toBeContinued", "failed"])),
    .always("new", .count, "Transactions that were not known."), .always("known", .count),
    .always("erased", .count, "Bought before the person was erased."),
    .always("refused", .count, "Texts that cannot be trusted."),
    .always("refusedBecause", .list(of: RefusalCard.schema)),
    .always("isComplete", .boolean), .maybe("reason", .text),
  ])
}
