import AppStoreSync
import ArgumentParser
import Ledger
import PaywallAPI
import PaywallCatalog
import Synchronization

/// `paywall appstore backfill`.
struct AppStoreBackfill: AsyncParsableCommand, AnswersInJSON {
  static let configuration = CommandConfiguration(
    commandName: "backfill",
    abstract: "Turn a list of transaction ids into verified histories.",
    discussion: """
      One id a line: any transaction of a customer stands for the whole history; lines with # are \
      skipped. It keeps to Apple's budget, 50 calls a second, shows the time left, and goes on \
      where it was broken off if it is run again with the same list. Ids that Apple does not know \
      are named on standard error, as are texts that cannot be trusted, and the exit code is then 1. If \
      Apple does not answer it is 3.

      EXAMPLE
        paywall appstore backfill ids.txt --app-store-key AuthKey.p8 \\
          --app-store-key-id ABC123DEFG \\
          --app-store-issuer 57246542-96fe-1a63-e053-0824d011072a
        paywall appstore backfill ids.txt --json
      """)
  static let answerSchema = Schema.object([
    .always("outcome", .words(["done", "busy", "stopped", "cancelled"])),
    .always("total", .count, "Ids in the list."), .always("done", .count),
    .always("transactions", .count, "That were not known."),
    .always("complete", .count, "Histories that are complete now."),
    .always("repeated", .count, "Ids whose customer was read already."),
    .always("erased", .count, "Transactions from before their person was erased."),
    .always("failed", .count, "Ids without a history, over all runs with this list."),
    .always("calls", .count),
    .always("refused", .count, "Texts that cannot be trusted, over all runs with this list."),
    .always(
      "failures", .list(of: .object([.always("id", .text), .always("reason", .text)])),
      "Of this run."),
    .always(
      "refusals",
      .list(
        of: .object([.always("id", .text), .always("because", .list(of: RefusalCard.schema))])),
      "Of this run."),
    .maybe("reason", .text, "Why it stopped."),
  ])

  @Argument(
    help: ArgumentHelp("Transaction ids; - is standard input.", valueName: "file"),
    completion: .file())
  var file: String
  @Option(help: ArgumentHelp("Calls in flight.", valueName: "number")) var concurrency = 16
  @OptionGroup var sync: SyncOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    guard (1...64).contains(concurrency) else {
      throw ValidationError("--concurrency takes 1 to 64.")
    }
  }

  private struct Card: Encodable {
    struct FailedId: Encodable {
      var id: String
      var reason: String
    }

    struct RefusedId: Encodable {
      var id: String
      var because: [RefusalCard]
    }

    var outcome: String
    var total: Int
    var done: Int
    var transactions: Int
    var complete: Int
    var repeated: Int
    var erased: Int
    var failed: Int
    var calls: Int
    var refused: Int
    var failures: [FailedId]
    var refusals: [RefusedId]
    var reason: String?

    init(_ outcome: Backfill.Outcome, _ progress: BackfillProgress, _ tally: Tally) {
      switch outcome {
      case .done: self.outcome = "done"
      case .busy: self.outcome = "busy"
      case .cancelled: self.outcome = "cancelled"
      case .stopped(let failure):
        self.outcome = "stopped"
        reason = failure.text
      }
      (total, done) = (progress.total, progress.done)
      (transactions, complete) = (progress.transactions, progress.complete)
      (repeated, erased, failed) = (progress.repeated, progress.erased, progress.failed)
      (calls, refused) = (progress.calls, progress.refused ?? 0)
      failures = tally.failures
      refusals = tally.refusals.map { RefusedId(id: $0.id, because: $0.texts.cards) }
    }

    var sentence: String {
      switch outcome {
      case "busy": "Another process works on this list."
      case "stopped":
        "Stopped after \(done) of \(total) ids: \(reason ?? ""). Run it again to go on."
      case "cancelled": "Stopped after \(done) of \(total) ids. Run it again to go on."
      default:
        "\(done) ids, \(transactions) new transactions, \(complete) complete histories, "
          + "\(failed) failed" + (refused == 0 ? "" : ", \(refused) texts cannot be trusted")
      }
    }
  }

  /// How far the run came, for the message after an interrupt.
  private final class Tally: Sendable {
    private struct State {
      var done = 0
      var failures: [Card.FailedId] = []
      var refusals: [(id: String, texts: Refusals)] = []
    }

    private let state = Mutex(State())

    var done: Int {
      get { state.withLock { $0.done } }
      set { state.withLock { $0.done = newValue } }
    }

    var failures: [Card.FailedId] { state.withLock { $0.failures } }

    func fail(_ id: String, _ failure: SourceFailure) {
      state.withLock { $0.failures.append(Card.FailedId(id: id, reason: failure.text)) }
    }

    var refusals: [(id: String, texts: Refusals)] { state.withLock { $0.refusals } }

    func refuse(_ id: String, _ texts: Refusals) {
      state.withLock { $0.refusals.append((id, texts)) }
    }
  }

  func run() async throws {
    let console = Console.ofProcess()
    let list = try list()
    let tally = Tally()
    let environment = sync.apple.environment?.environment
    let result = try await sync.run(
      creating: true,
      interrupted: {
        "Interrupted after \(tally.done) of \(list.ids.count) ids: run the command again to go on."
      }
    ) { source, ledger, holder, now async throws(LedgerFailure) in
      var count = RunningCount(console, "ids")
      var shown = 0
      let result = try await Backfill(source, ledger, holder: holder, now: now).run(
        list, in: environment, concurrency: concurrency,
        told: { progress in
          tally.done = progress.done
          count.add(progress.done - shown, share: (progress.done, progress.total))
          shown = progress.done
        },
        failed: { id, failure in
          tally.fail(id, failure)
        },
        refused: { id, texts in tally.refuse(id, texts) })
      count.finish()
      return result
    }
    let card = Card(result.outcome, result.progress, tally)
    for failure in card.failures { console.complain("\(failure.id): \(failure.reason)") }
    for refusal in tally.refusals {
      console.complain("\(refusal.id): cannot be trusted: \(refusal.texts.words)")
    }
    if answer.isJSON { try console.write(json: card) } else { console.write(card.sentence) }
    if case .stopped(let failure) = result.outcome, failure.isLater {
      throw ExitCode(ExitStatus.failedOutside.rawValue)
    }
    guard case .done = result.outcome, card.failures.isEmpty, card.refusals.isEmpty else {
      throw ExitCode(ExitStatus.no.rawValue)
    }
  }

  private func list() throws -> BackfillList {
    var lines = try Lines(file)
    var text = ""
    while let line = try lines.next() { text += line + "\n" }
    do throws(BackfillList.Mistake) {
      return try BackfillList(text)
    } catch {
      throw Failure(
        .no, "\(file):\(error.line): '\(error.text)' is no transaction id",
        help: "write one id of digits a line")
    }
  }
}
