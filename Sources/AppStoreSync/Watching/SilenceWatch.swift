import AppStore
package import Ledger
package import PaywallCatalog

/// Learns from the texts of the ledger which notifications are usual in production, and says which
/// of them have fallen silent.
package struct SilenceWatch: Sendable {
  let ledger: any Ledger
  let holder: String
  let now: @Sendable () -> Timestamp
  private static let job = "silence"
  private static let page = 256
  private static let claim: Int64 = 10 * 60_000

  package init(
    _ ledger: any Ledger, holder: String, now: @escaping @Sendable () -> Timestamp
  ) {
    self.ledger = ledger
    self.holder = holder
    self.now = now
  }

  /// - Returns: `nil` while another process looks.
  package func run() async throws(LedgerFailure) -> [Silence]? {
    guard let state = try await ledger.take(claim, at: now()) else { return nil }
    var log = try await Self.log(state.progress, ledger, at: now())
    while !Task.isCancelled {
      let entries = try await ledger.entries(after: log.after, limit: Self.page)
      guard let last = entries.last else { break }
      for entry in entries where entry.kind == .notification && entry.environment == .production {
        guard let type = StoredPayload(entry.text)?.notificationType else { continue }
        log.add(type, signedAt: entry.signedDate, receivedAt: entry.receivedAt)
      }
      log.after = last.number
      let outcome = try await ledger.replay(
        [], JobProgress(claim, JSONProgress.text(log)), at: now())
      guard case .stored = outcome else { return nil }
    }
    try await ledger.release(Self.job, by: holder)
    let silences = log.silences(at: now())
    for silence in silences {
      try await ledger.noteWebhook(
        .silent(silence.type, since: silence.since, usualGap: silence.usualGap, at: now()),
        at: now())
    }
    return silences
  }

  private var claim: JobClaim {
    JobClaim(job: Self.job, holder: holder, until: now().adding(milliseconds: Self.claim))
  }

  /// The first look begins with the texts of the last 28 days.
  private static func log(
    _ progress: String?, _ ledger: any Ledger, at now: Timestamp
  ) async throws(LedgerFailure) -> ArrivalLog {
    if let log: ArrivalLog = JSONProgress.read(progress) { return log }
    let begin = now.adding(milliseconds: -ArrivalLog.days * Timestamp.day)
    var log = ArrivalLog()
    // Texts are numbered in the order in which they came.
    var (low, high) = (Int64(0), Int64(1))
    while try await isBefore(begin, ledger, after: high) {
      (low, high) = (high, high * 2)
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if try await isBefore(begin, ledger, after: middle) { low = middle } else { high = middle }
    }
    log.after = low
    return log
  }

  private static func isBefore(
    _ moment: Timestamp, _ ledger: any Ledger, after number: Int64
  ) async throws(LedgerFailure) -> Bool {
    guard let entry = try await ledger.entries(after: number, limit: 1).first else { return false }
    return entry.receivedAt < moment
  }
}
