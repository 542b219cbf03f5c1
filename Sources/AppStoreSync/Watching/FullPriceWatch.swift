package import Ledger
package import PaywallCatalog
import Subscribers

/// Looks for purchases at full price under the grants of the last days: page by page, so that one
/// step is bounded, and once an hour for all servers, whose status is that of the last look.
package struct FullPriceWatch: Sendable {
  let ledger: any Ledger
  let holder: String
  let now: @Sendable () -> Timestamp
  private static let job = "fullPrice"
  /// Grants of a page.
  static let page = 256
  /// The most purchases that are reported.
  static let most = 100
  private static let claim: Int64 = 10 * 60_000
  /// The life of a grant, and two days in which its purchase may become known.
  private static let window: Int64 = 3 * 86_400_000
  /// A look that another server ended less than this ago is not repeated.
  private static let pause: Int64 = 50 * 60_000
  /// A look that began longer ago than this begins again.
  private static let longest: Int64 = 3_600_000

  /// In milliseconds since 1970, with the numbers of grants.
  private struct Progress: Codable {
    struct Look: Codable {
      var beganAt: Int64
      var before: Int64?
      var found: [Int64] = []
    }

    var look: Look?
    var endedAt: Int64?
    var found: [Int64] = []
  }

  package init(
    _ ledger: any Ledger, holder: String, now: @escaping @Sendable () -> Timestamp
  ) {
    self.ledger = ledger
    self.holder = holder
    self.now = now
  }

  /// - Returns: `nil` while another process looks, or if this one ends.
  package func run() async throws(LedgerFailure) -> [FullPriceReport]? {
    guard let state = try await ledger.take(claim, at: now()) else { return nil }
    var progress = JSONProgress.read(state.progress) ?? Progress()
    if progress.look != nil || !isRecent(progress.endedAt, Self.pause) {
      guard try await look(&progress) else { return nil }
    }
    try await ledger.release(Self.job, by: holder)
    return try await ledger.fullPricePurchases(under: progress.found)
  }

  /// - Returns: true if it reached its end.
  private func look(_ progress: inout Progress) async throws(LedgerFailure) -> Bool {
    var look =
      progress.look.flatMap { isRecent($0.beganAt, Self.longest) ? $0 : nil }
      ?? Progress.Look(beganAt: now().milliseconds)
    let since = Timestamp(milliseconds: look.beganAt - Self.window)
    while !Task.isCancelled {
      let page = try await ledger.fullPricePurchases(
        grantedSince: since, before: look.before, limit: Self.page)
      look.found = Array(
        (look.found + page.reports.map(\.purchase.grant.id)).prefix(Self.most))
      look.before = page.next
      progress.look = look
      let isEnd = page.next == nil || look.found.count == Self.most
      if isEnd {
        progress = Progress(endedAt: now().milliseconds, found: look.found)
      }
      let outcome = try await ledger.replay(
        [], JobProgress(claim, JSONProgress.text(progress)), at: now())
      guard case .stored = outcome else { return false }
      if isEnd { return true }
    }
    try await ledger.release(Self.job, by: holder)
    return false
  }

  private func isRecent(_ moment: Int64?, _ span: Int64) -> Bool {
    moment.map { (0..<span).contains(now().milliseconds - $0) } ?? false
  }

  private var claim: JobClaim {
    JobClaim(job: Self.job, holder: holder, until: now().adding(milliseconds: Self.claim))
  }
}
