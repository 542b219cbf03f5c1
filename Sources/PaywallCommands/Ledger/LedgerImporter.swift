import AppStore
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Subscribers

/// Puts lines of signed texts into a ledger. The lines of a window are written together, so that
/// one commit serves many; a ledger does not depend on their order. Rows of an export follow their
/// texts.
struct LedgerImporter {
  let ledger: any Ledger
  /// The ledger, if it is one that may be restored.
  let file: SQLiteLedger?
  let verifier: Verifier
  let fetchedAt: Timestamp?

  private(set) var refusals: [String] = []
  /// True if the file is an export that is being restored into this ledger.
  var isRestoring = false
  /// The lines of the export so far.
  private var lines = 0
  private var lastLine = 0
  /// True if the last line was the one that ends an export.
  private var isEnded = false
  private(set) var leftOut = 0
  private var hasRows = false
  private(set) var restored = 0
  private(set) var restoredBefore = 0
  private(set) var notifications = 0
  private(set) var known = 0
  private(set) var texts = 0
  /// The result of `--fetched-at`; `nil` without it, and until the end.
  private(set) var completion: HistoryCompletion?
  /// Renewal info that came before its transaction; tried again at the end.
  private var waiting: [Item] = []
  /// The customers whose transactions were in the file, each by the ids of one text.
  private var customers: Set<Customer> = []

  /// Lines that one commit holds.
  static let window = 256

  struct Line {
    var number: Int
    var text: String
  }

  private struct Customer: Hashable {
    var environment: AppStoreEnvironment
    var identity: CustomerIdentity
  }

  /// A line that was verified.
  struct Item: Sendable {
    enum Content: Sendable {
      case notification(Verified<Notification>)
      case evidence(Evidence)
    }

    var number: Int
    var content: Content
    var receivedAt: Timestamp
  }

  /// A line that is not a signed text.
  struct Row {
    var number: Int
    var row: ExportedRow
  }

  private enum Outcome: Sendable {
    case kept(Appended)
    case failed(LedgerFailure)
  }

  init(ledger: any Ledger, verifier: Verifier, fetchedAt: Timestamp?) {
    self.ledger = ledger
    file = ledger as? SQLiteLedger
    self.verifier = verifier
    self.fetchedAt = fetchedAt
  }

  var summary: String {
    let kept = "\(notifications) \(notifications == 1 ? "notification" : "notifications") kept"
    let here = "\(known) \(known == 1 ? "was" : "were") here already"
    let read = "\(texts) other \(texts == 1 ? "text" : "texts") read"
    let refused = "\(refusals.count) \(refusals.count == 1 ? "line" : "lines") refused"
    let rest = completion.map { " " + $0.sentence } ?? ""
    let records =
      restored + restoredBefore == 0
      ? ""
      : "\(restored) \(restored == 1 ? "record" : "records") restored, \(restoredBefore) \(restoredBefore == 1 ? "was" : "were") here already; "
    let others =
      leftOut == 0 ? "" : "\(leftOut) \(leftOut == 1 ? "record" : "records") left out; "
    return "\(kept), \(here); \(read); \(records)\(others)\(refused).\(rest)"
  }

  /// The reason that records were left out; `nil` if none was.
  var note: String? {
    guard leftOut > 0 else { return nil }
    return file == nil
      ? "a database takes only the texts of an export; to restore all of it, import it into a file that does not exist, and move that with 'paywall ledger move'"
      : "this ledger is in use, so it takes only the texts of an export, as 'paywall ledger export --only-texts' writes them; to restore all of it, name a file that does not exist with --ledger"
  }

  mutating func read(_ lines: [Line], at now: Timestamp) async throws(LedgerFailure) {
    var items: [Item] = []
    var renewals: [Item] = []
    var rows: [Row] = []
    for line in lines {
      guard let item = item(line, into: &rows, at: now) else { continue }
      if case .evidence(let evidence) = item.content, !evidence.isOfOurApp {
        renewals.append(item)
      } else {
        items.append(item)
      }
    }
    try await keep(items)
    try await keep(renewals)
    try await restore(rows)
  }

  /// Retries renewal info last, when its transactions are in the ledger.
  mutating func finish(at now: Timestamp) async throws(LedgerFailure) {
    try await keepWaiting()
    for item in waiting {
      refuse(
        item.number, "renewal info of a purchase that is neither in the file nor in the ledger")
    }
    if isRestoring, !isEnded {
      refuse(
        lastLine,
        "the export breaks off here, so the ledger is not restored; import a whole export into it, which goes on from here"
      )
    }
    if isRestoring, refusals.isEmpty { try await file?.endRestoration() }
    guard let fetchedAt else { return }
    // A refused line may hold the one purchase that decides.
    completion =
      refusals.isEmpty
      ? try await complete(at: fetchedAt)
      : .refused(lines: refusals.count)
  }

  private mutating func keepWaiting() async throws(LedgerFailure) {
    let late = waiting
    waiting = []
    try await keep(late)
  }

  private mutating func restore(_ rows: [Row]) async throws(LedgerFailure) {
    guard !rows.isEmpty else { return }
    guard isRestoring, let file else {
      leftOut += rows.count
      return
    }
    try await keepWaiting()
    if !hasRows { try await file.prepareForRows() }
    hasRows = true
    let outcomes = try await file.restore(rows.map(\.row))
    for (row, outcome) in zip(rows, outcomes) {
      switch outcome {
      case .restored: restored += 1
      case .already: restoredBefore += 1
      case .refused(let why): refuse(row.number, why)
      }
    }
  }

  /// Notes that the file holds the whole history of every customer whose transactions it holds.
  private func complete(at moment: Timestamp) async throws(LedgerFailure) -> HistoryCompletion {
    for customer in customers {
      try await ledger.confirmHistory(
        of: .identity(customer.identity), in: customer.environment, fetchedAt: moment)
    }
    // Several texts may name one customer in different ways: customers count as the ledger has
    // them.
    var complete: Set<[String]> = []
    for customer in customers {
      for history in try await ledger.histories(
        of: .identity(customer.identity), in: customer.environment)
      where history.completeAt.map({ $0 >= moment }) ?? false {
        complete.insert(
          [history.environment.rawValue, history.appTransactionId ?? ""]
            + (history.appTransactionId == nil ? history.transactions.map(\.transactionId) : []))
      }
    }
    return complete.isEmpty
      ? .withoutTransactions(notifications: notifications + known)
      : .complete(customers: complete.count, at: moment)
  }

  private mutating func keep(
    _ items: [Item]
  ) async throws(LedgerFailure) {
    let ledger = ledger
    let outcomes = await withTaskGroup(of: (Int, Outcome).self) { tasks in
      for (index, item) in items.enumerated() {
        tasks.addTask { (index, await Self.keep(item, in: ledger)) }
      }
      return await tasks.reduce(into: [Int: Outcome]()) { $0[$1.0] = $1.1 }
    }
    for (index, item) in items.enumerated() {
      switch outcomes[index] {
      case .kept(let appended): note(item, appended)
      case .failed(.unavailable(let reason)): throw .unavailable(reason)
      case .failed(.renewalInfoWithoutTransaction): waiting.append(item)
      case .failed(.severalCustomers):
        refuse(item.number, "the text belongs to several customers")
      case nil: refuse(item.number, "the line was not kept")
      }
    }
  }

  private static func keep(
    _ item: Item, in ledger: any Ledger
  ) async -> Outcome {
    do throws(LedgerFailure) {
      switch item.content {
      case .notification(let notification):
        return .kept(
          try await ledger.append(notification, at: item.receivedAt, isHistory: true))
      case .evidence(let evidence):
        _ = try await ledger.append(evidence, user: nil, at: item.receivedAt, isHistory: true)
        return .kept(.new)
      }
    } catch {
      return .failed(error)
    }
  }

  private mutating func note(_ item: Item, _ appended: Appended) {
    switch item.content {
    case .notification: if appended == .new { notifications += 1 } else { known += 1 }
    case .evidence(let evidence):
      texts += 1
      // Other texts do not show the rest: an app transaction comes without purchases.
      guard !evidence.transactions.isEmpty else { return }
      customers.insert(
        Customer(environment: evidence.environment, identity: evidence.identity))
    }
  }

  /// Counts a line of an export, from its first one on.
  mutating func count(_ line: Line, isFirst: Bool) {
    lines = isFirst ? 1 : lines + 1
    lastLine = line.number
    isEnded = false
  }

  /// Reads the line that ends an export and says how many lines it has.
  mutating func end(_ line: Line, after count: Int64) {
    isEnded = true
    if count != lines {
      refuse(
        line.number,
        "the export had \(count) lines before this one, and \(lines) came: a part of it is missing")
    }
    lines = 0
  }

  mutating func refuse(_ number: Int, _ why: String) {
    refusals.append("\(number): error: \(why)")
  }
}
