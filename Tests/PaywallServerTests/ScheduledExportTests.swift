import Foundation
import Ledger
import Logging
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Synchronization
import Testing

/// Exports that servers write by themselves.
@Suite("Scheduled exports") struct ScheduledExportTests {
  private final class Clock: Sendable {
    let now = Mutex(ExportWorld.day(100))

    func set(_ day: Double) { now.withLock { $0 = ExportWorld.day(day) } }
  }

  private static func exports(
    _ world: ExportWorld, _ schedule: ExportSchedule, _ clock: Clock, holder: String = "one"
  ) -> ScheduledExports {
    var snapshot = Snapshot.exported
    snapshot.exports = [schedule]
    let served = snapshot
    return ScheduledExports(
      world.ledger, snapshot: { served },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      now: { clock.now.withLock { $0 } }, holder: holder)
  }

  private static func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  @Test("A daily export is due at its hour, another after its period")
  func due() {
    let daily = ExportSchedule(name: "a", folder: "/a", times: .daily(hour: 3))
    // 2026-01-06 02:59 and 03:00, last written at 03:00 the day before.
    let last = ExportWorld.day(0).adding(milliseconds: 3 * 3_600_000)
    let hour = ExportWorld.day(1).adding(milliseconds: 3 * 3_600_000)
    #expect(!daily.isDue(at: hour.adding(milliseconds: -60_000), after: last))
    #expect(daily.isDue(at: hour, after: last))
    #expect(!daily.isDue(at: hour.adding(milliseconds: 60_000), after: hour))
    let hourly = ExportSchedule(
      name: "b", folder: "/b", times: .every(Period(seconds: 3600)))
    #expect(!hourly.isDue(at: last.adding(milliseconds: 3_599_999), after: last))
    #expect(hourly.isDue(at: last.adding(milliseconds: 3_600_000), after: last))
  }

  @Test(
    "Of two servers one writes, and only one that has the folder",
    arguments: ExportWorld.Kind.present)
  func alone(kind: ExportWorld.Kind) async throws {
    try await ExportWorld.with(kind) { world in
      try await world.fill()
      let clock = Clock()
      let (here, away) = (world.path("scheduled"), world.path("not-mounted"))
      try Self.makeFolder(here)
      let one = Self.exports(world, ExportSchedule(name: "w", folder: here), clock)
      let other = Self.exports(
        world, ExportSchedule(name: "w", folder: away), clock, holder: "other")
      try await one.look()
      #expect(ExportedFiles(folder: here).rows("transactions").count == 3)
      // It was written, so the server without the folder says nothing of it.
      try await other.look()
      clock.set(100 + 3.5 / 24)
      try await other.look()
      #expect(await other.reasons().isEmpty)
      #expect(!FileManager.default.fileExists(atPath: away))
      try await world.see("zoe")
      try await one.look()
      #expect(ExportedFiles(folder: here).rows("exposures").count == 4)
      #expect(await one.reasons().isEmpty)
    }
  }

  @Test("A failure, and an export that is late, are reasons of readiness, until it is written")
  func reasons() async throws {
    try await ExportWorld.with { world in
      try await world.fill()
      let clock = Clock()
      let folder = world.path("scheduled")
      let exports = Self.exports(world, ExportSchedule(name: "w", folder: folder), clock)
      try await exports.look()
      #expect(await exports.reasons().map(\.code) == ["exportFails"])
      try Self.makeFolder(folder)
      // It is tried again after ten minutes.
      clock.set(100.004)
      try await exports.look()
      #expect(ExportedFiles(folder: folder).files.isEmpty)
      clock.set(100.01)
      try await exports.look()
      #expect(ExportedFiles(folder: folder).rows("transactions").count == 3)
      #expect(await exports.reasons().isEmpty)
      // Due at 03:00, and late an hour after that.
      clock.set(100 + 3.9 / 24)
      #expect(await exports.reasons().isEmpty)
      clock.set(100 + 4.1 / 24)
      #expect(await exports.reasons().map(\.code) == ["exportFails"])
      let metrics = await exports.metrics()
      #expect(metrics.map(\.name) == ["paywall_export_age_seconds"])
    }
  }
}
