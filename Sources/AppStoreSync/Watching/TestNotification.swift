package import Ledger
package import PaywallCatalog

/// Asks Apple once a day for a test notification, and looks whether it came.
package struct TestNotification: Sendable {
  let source: AppStoreSource
  let ledger: any Ledger
  let holder: String
  let now: @Sendable () -> Timestamp
  let sleep: @Sendable (Duration) async throws -> Void

  private struct Progress: Codable {
    /// Milliseconds since 1970.
    var askedAt: Int64
  }

  private static let claim: Int64 = 15 * 60_000
  /// The time between two questions whether it came, and the number of questions.
  private static let pause = Duration.seconds(30)
  private static let times = 10

  package init(
    _ source: AppStoreSource, _ ledger: any Ledger, holder: String,
    now: @escaping @Sendable () -> Timestamp,
    // A pause before Apple is asked again; tests pass a clock of their own.
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.source = source
    self.ledger = ledger
    self.holder = holder
    self.now = now
    self.sleep = sleep
  }

  /// - Returns: `nil` if none is due, or another process does it.
  package func run(
    in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> TestOutcome? {
    let claim = JobClaim(
      job: "test \(environment.rawValue)", holder: holder,
      until: now().adding(milliseconds: Self.claim))
    guard let state = try await ledger.take(claim, at: now()) else { return nil }
    let last: Progress? = JSONProgress.read(state.progress)
    var outcome: TestOutcome?
    if last.map({ now().milliseconds - $0.askedAt >= Timestamp.day }) ?? true {
      let progress = JobProgress(
        claim, JSONProgress.text(Progress(askedAt: now().milliseconds)))
      _ = try await ledger.replay([], progress, at: now())
      outcome = try await test(environment)
    }
    try await ledger.release(claim.job, by: holder)
    return outcome
  }

  private func test(
    _ environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> TestOutcome? {
    var fate: TestFate?
    do throws(SourceFailure) {
      let token = try await source.requestTest(environment)
      for _ in 0..<Self.times {
        guard (try? await sleep(Self.pause)) != nil else { return nil }
        fate = try await answer(environment, token) ?? fate
        if let uuid = fate?.uuid {
          do throws(LedgerFailure) {
            if try await ledger.hasNotification(uuid) { return .arrived }
          } catch {
            // The next question finds it, or nothing is said.
            continue
          }
        }
      }
    } catch {
      return error.kind == .noNotificationURL ? .noURL : .failed(error)
    }
    return .missing(fate?.attempts ?? [])
  }

  /// `nil` while Apple does not know it yet.
  private func answer(
    _ environment: AppStoreEnvironment, _ token: String
  ) async throws(SourceFailure) -> TestFate? {
    do throws(SourceFailure) {
      return try await source.testFate(environment, token)
    } catch {
      guard error.isLater else { throw error }
      return nil
    }
  }
}
