import AppStoreSync
import ArgumentParser
import CommandSupport
import HTTPDocuments
import Ledger
import PaywallCatalog
import Synchronization

/// `paywall appstore backfill`.
struct AppStoreBackfill: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "backfill", "Turn a list of transaction ids into verified histories.",
    """
    One id a line: any transaction of a customer stands for the whole history; lines with # are \
    skipped. It keeps to Apple's budget, 50 calls a second, shows the time left, and goes on \
    where it was broken off if it is run again with the same list. Ids that Apple does not know \
    are named on standard error, as are texts that cannot be trusted, and the exit code is then 1. If \
    Apple does not answer it is 3.
    """,
    examples: "paywall appstore backfill ids.txt --app-store-key AuthKey.p8 \\",
    "  --app-store-key-id ABC123DEFG \\",
    "  --app-store-issuer 57246542-96fe-1a63-e053-0824d011072a",
    "paywall appstore backfill ids.txt --json")

  @Argument(
    help: ArgumentHelp("Transaction ids; - is standard input.", valueName: "file"),
    completion: .file())
  var file: String
  @Option("number", "Calls in flight.") var concurrency = 16
  @OptionGroup var sync: SyncOptions
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try (1...64).check(concurrency, of: "--concurrency")
  }

  func printed(on console: Console) async throws -> Printed<BackfillCard> {
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
    let card = BackfillCard(
      outcome: result.outcome, progress: result.progress, failures: tally.failures,
      refusals: tally.refusals)
    for failure in card.failures { console.complain("\(failure.id): \(failure.reason)") }
    for refusal in card.refusals {
      console.complain("\(refusal.id): cannot be trusted: \(refusal.texts.words)")
    }
    return Printed(card, status: card.status) { _ in card.sentence }
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

/// The progress of the run, for the message after an interrupt.
private final class Tally: Sendable {
  private struct State {
    var done = 0
    var failures: [FailedId] = []
    var refusals: [RefusedId] = []
  }

  private let state = Mutex(State())

  var done: Int {
    get { state.withLock { $0.done } }
    set { state.withLock { $0.done = newValue } }
  }
  var failures: [FailedId] { state.withLock { $0.failures } }
  var refusals: [RefusedId] { state.withLock { $0.refusals } }

  func fail(_ id: String, _ failure: SourceFailure) {
    state.withLock { $0.failures.append(FailedId(id: id, reason: failure.text)) }
  }

  func refuse(_ id: String, _ texts: Refusals) {
    state.withLock { $0.refusals.append(RefusedId(id: id, texts: texts)) }
  }
}

struct BackfillCard: Card {
  let outcome: Backfill.Outcome
  let progress: BackfillProgress
  let failures: [FailedId]
  let refusals: [RefusedId]

  static let members = Members<Self> {
    $0.always("outcome", .words(["done", "busy", "stopped", "cancelled"])) { $0.word }
    $0.always("total", .count, "Ids in the list.") { $0.progress.total }
    $0.always("done", .count) { $0.progress.done }
    $0.always("transactions", .count, "That were not known.") { $0.progress.transactions }
    $0.always("complete", .count, "Histories that are complete now.") { $0.progress.complete }
    $0.always("repeated", "Ids whose customer was read already.") { $0.progress.repeated }
    $0.always("erased", "Transactions from before their person was erased.") { $0.progress.erased }
    $0.always("failed", "Ids without a history, over all runs with this list.") {
      $0.progress.failed
    }
    $0.always("calls", .count) { $0.progress.calls }
    $0.always("refused", "Texts that cannot be trusted, over all runs with this list.") {
      $0.refused
    }
    $0.always("failures", .list(of: FailedId.schema), "Of this run.") { $0.failures }
    $0.always("refusals", .list(of: RefusedId.schema), "Of this run.") { $0.refusals }
    $0.maybe("reason", .text, "Why it stopped.") { $0.reason }
  }

  private var refused: Int { progress.refused ?? 0 }

  var status: ExitStatus {
    switch outcome {
    case .stopped(let failure) where failure.isLater: .failedOutside
    case .done where failures.isEmpty && refusals.isEmpty: .fine
    default: .no
    }
  }

  private var reason: String? {
    if case .stopped(let failure) = outcome { failure.text } else { nil }
  }

  private var word: String {
    if case .stopped = outcome { "stopped" } else { "\(outcome)" }
  }

  var sentence: String {
    let reached = "Stopped after \(progress.done) of \(progress.total) ids"
    return switch outcome {
    case .busy: "Another process works on this list."
    case .stopped(let failure): "\(reached): \(failure.text). Run it again to go on."
    case .cancelled: "\(reached). Run it again to go on."
    case .done:
      "\(progress.done) ids, \(progress.transactions) new transactions, "
        + "\(progress.complete) complete histories, \(progress.failed) failed"
        + (refused == 0 ? "" : ", \(refused) texts cannot be trusted")
    }
  }
}

struct FailedId: Card {
  let id: String
  let reason: String

  static let members = Members<Self> {
    $0.always("id", .text) { $0.id }
    $0.always("reason", .text) { $0.reason }
  }
}

struct RefusedId: Card {
  let id: String
  let texts: Refusals

  static let members = Members<Self> {
    $0.always("id", .text) { $0.id }
    $0.always("because", .list(of: Refusals.Item.schema)) { $0.texts.items }
  }
}
