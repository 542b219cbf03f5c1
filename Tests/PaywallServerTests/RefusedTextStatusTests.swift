@testable import AppStoreSync
import Ledger
import LedgerSQLite
import LedgerStorage
import Logging
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Synchronization
import Testing

@testable import AppStore

/// Texts of the App Store that cannot be trusted: in the log once, in readiness if it lasts.
@Suite struct RefusedTextStatusTests {
  private static func report(_ reasons: [Distrust.Reason]) async throws -> ReconcileReport {
    let distrusts = reasons.map { Distrust($0, "why") }
    var source = AppStoreSource(
      environments: { [.production] },
      notifications: { _ throws(SourceFailure) in
        NotificationPage(notifications: [], refused: distrusts, token: nil)
      },
      history: { _ throws(SourceFailure) in throw SourceFailure(.notFound, "") },
      statuses: { _ throws(SourceFailure) in throw SourceFailure(.notFound, "") },
      requestTest: { _ throws(SourceFailure) in "" },
      testFate: { _, _ throws(SourceFailure) in TestFate(uuid: nil, attempts: []) })
    source.environments = { [.production] }
    return try await Reconciler(
      source, SQLiteLedger.inMemory(), holder: "one",
      now: { Timestamp(milliseconds: 1_800_000_000_000) }
    ).run(in: .production)
  }

  @Test("each reason is logged once, and readiness has what lasts")
  func lasting() async throws {
    let lines = Lines()
    let logger = Logger(label: "test") { _ in lines }
    let status = SyncStatus(logger: logger, now: { Timestamp(milliseconds: 1_800_000_000_000) })
    func codes() -> [String] { status.reasons.map(\.code) }
    let wrong = try await Self.report([.wrongApp, .wrongApp])
    status.note(.reconciled(wrong))
    #expect(codes().isEmpty && lines.errors == 1)
    status.note(.reconciled(wrong))
    #expect(codes() == ["textsRefused"] && lines.errors == 1)
    #expect(status.reasons.first?.detail.contains("2 of another app (why)") == true)
    status.note(.reconciled(try await Self.report([.wrongApp, .malformed])))
    #expect(lines.errors == 2)
    status.note(.reconciled(try await Self.report([])))
    #expect(codes().isEmpty)
    status.note(.reconciled(wrong))
    #expect(codes().isEmpty && lines.errors == 3)
    #expect(ReadinessReason.codes.contains("textsRefused"))
  }

  /// Counts errors.
  private final class Lines: LogHandler, Sendable {
    private let count = Mutex(0)

    var errors: Int { count.withLock(\.self) }

    var metadata: Logger.Metadata {
      get { [:] }
      set {}
    }
    var logLevel: Logger.Level {
      get { .trace }
      set {}
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { nil }
      set {}
    }

    func log(event: LogEvent) {
      if event.level == .error { count.withLock { $0 += 1 } }
    }
  }
}
