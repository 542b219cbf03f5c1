import Foundation
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Planning
import Serving
import Synchronization
import Testing

@testable import Ledger

/// A reload does not draw an enrolled visitor again (DecisionRules.md § 7).
@Suite("Reloading what is frozen")
struct FrozenReloadTests {
  private let app: FrozenFolder

  init() throws { app = try FrozenFolder("7f3a9c21 running") }

  private static let diagnostic = """
    Experiments/annual-trial.yaml: error: [frozenChanged] the seed of 'annual-trial' changes from \
    7f3a9c21 to 00000001: all visitors would be re-assigned
      help: put 7f3a9c21 back; to change it, begin again with 'paywall experiment restart \
    annual-trial' (phase 2)
    """

  private let first = FrozenFolder.snapshot(seed: "7f3a9c21")

  @Test("a changed seed is refused with the safe way, and the last good release stays")
  func refused() async throws {
    let (reloader, current) = try app.reloader()
    app.kept.keep(first)
    try app.write("00000001 running")
    #expect(await reloader.reload() == .refused([Self.diagnostic]))
    #expect(current.seed == "7f3a9c21")
    #expect(current.condition == .reloadFailed([Self.diagnostic]))
    #expect(app.copiedSeed == "7f3a9c21")
    #expect(app.metrics.text.contains("paywall_reloads_total{result=\"refused\"} 1\n"))
    #expect(app.lines.all.contains { $0.contains("[frozenChanged]") })

    try app.write("7f3a9c21 running")
    #expect(await reloader.reload() == .accepted(release: first.release, changed: false))
    #expect(current.condition == .current)
  }

  @Test("what runs is frozen before the first visitor is recorded: someone may have seen it")
  func nobodyYet() async throws {
    let (reloader, current) = try app.reloader()
    try app.write("00000001 running")
    #expect(await reloader.reload() == .refused([Self.diagnostic]))
    #expect(current.seed == "7f3a9c21")
  }

  @Test("before the start everything may change")
  func beforeTheStart() async throws {
    let (reloader, current) = try app.reloader(now: "2026-11-30T12:00:00Z")
    try app.write("00000001 running")
    _ = await reloader.reload()
    #expect(current.seed == "00000001" && current.condition == .current)
  }

  @Test(
    "what enrols no one is not compared; neither a pause nor an end is a way round",
    arguments: [
      ("draft", "2026-12-05T12:00:00Z", true), ("archived", "2026-12-05T12:00:00Z", true),
      ("stopped", "2026-12-05T12:00:00Z", false), ("running", "2026-12-22T09:00:00Z", false),
      ("paused", "2026-12-05T12:00:00Z", false), ("running", "2026-11-30T12:00:00Z", false),
    ])
  func stages(_ status: String, _ now: String, _ isAccepted: Bool) async throws {
    let app = try FrozenFolder("7f3a9c21 \(status)")
    let (reloader, current) = try app.reloader(now: now)
    app.kept.keep(first)
    try app.write("00000001 \(status)")
    _ = await reloader.reload()
    #expect(current.seed == (isAccepted ? "00000001" : "7f3a9c21"))
  }

  @Test("a phase that the ledger has seen does not go back")
  func phases() async throws {
    let (reloader, current) = try app.reloader()
    app.kept.keep(first, phase: 2)
    try app.write("00000001 running")
    let diagnostics = try #require(await reloader.reload().refusal)
    #expect(current.seed == "7f3a9c21")

    #expect(
      diagnostics.contains { $0.contains("[phaseReused] 'annual-trial' goes back from phase 2") })
  }

  @Test("while the ledger is away a change is taken, and compared when it answers")
  func agrees() async throws {
    let app = try FrozenFolder("7f3a9c21 draft")
    let (reloader, current) = try app.reloader()
    app.kept.goAway()
    try app.write("00000001 running")
    for _ in 0..<2 { await reloader.look() }
    #expect(current.seed == "00000001" && current.condition == .current)
    #expect(app.lines.all.contains { $0.contains("the ledger cannot be read") })
    #expect(app.copiedSeed == "7f3a9c21")
    await reloader.look()
    #expect(app.copiedSeed == "7f3a9c21")
    app.kept.keep(FrozenFolder.snapshot(seed: "00000001"))
    await reloader.look()
    #expect(current.seed == "00000001" && current.condition == .current)
    #expect(app.copiedSeed == "00000001")
    #expect(app.lines.all.contains { $0.contains("agrees with the ledger") })
  }

  @Test("what contradicts the ledger once it answers goes back to what was compared")
  func goesBack() async throws {
    let (reloader, current) = try app.reloader(now: "2026-11-30T12:00:00Z")
    app.kept.goAway()
    try app.write("00000001 running")
    for _ in 0..<3 { await reloader.look() }
    #expect(current.seed == "00000001")
    app.kept.keep(first)
    await reloader.look()
    #expect(current.seed == "7f3a9c21")
    #expect(current.condition == .reloadFailed([Self.diagnostic]))
    #expect(app.copiedSeed == "7f3a9c21")
    #expect(app.metrics.text.contains("paywall_last_reload_succeeded 0\n"))
    await reloader.look()
    #expect(app.metrics.text.contains("paywall_reloads_total{result=\"refused\"} 1\n"))
  }

  @Test("several changes while the ledger is away go back to the one before all of them")
  func goesFarBack() async throws {
    let (reloader, current) = try app.reloader(now: "2026-11-30T12:00:00Z")
    app.kept.goAway()
    for seed in ["00000001", "00000002"] {
      try app.write("\(seed) running")
      _ = await reloader.reload()
    }
    app.kept.keep(first)
    #expect(await reloader.reload().refusal != nil)
    #expect(current.seed == "7f3a9c21")
    guard case .reloadFailed = current.condition else {
      Issue.record("\(current.condition)")
      return
    }
  }

  /// `running 20%`; a share below 100 % is has no step.
  private static let ramp: FolderLoader = { folder in
    let bytes = FileManager.default.contents(atPath: "\(folder)/Experiments/annual-trial.yaml")
    let words = String(decoding: bytes ?? Data(), as: UTF8.self).split(separator: " ")
    var snapshot = FrozenFolder.snapshot(
      seed: "7f3a9c21", ExperimentStatus(rawValue: String(words[0])))
    let twenty = BasisPoints(2000) ?? .none
    snapshot.experiments["annual-trial"]?.traffic =
      words[1] == "20%"
      ? Traffic(twenty)
      : Traffic(twenty, steps: [.init(from: time("2026-12-03T00:00:00Z"), share: .all)])
    snapshot.release = TestServer.digest(words.joined(separator: " "))
    return LoadedFolder(snapshot: snapshot)
  }

  @Test(
    "a step of a release that the ledger missed cannot be taken back, one of a pause can",
    arguments: [false, true])
  func missed(isAway: Bool) async throws {
    let app = try FrozenFolder("paused 100%")
    let paused = try #require(Self.ramp(app.folder.path).snapshot)
    let state = try #require(paused.experiments["annual-trial"]).state(in: paused)
    app.kept.timeline.withLock { timeline in
      timeline.releases = [
        TimelineRelease(release: paused.release, firstServedAt: time("2026-11-20T00:00:00Z"))
      ]
      timeline.events = state.parts.map { part, value in
        TimelineEvent(
          .phase(experiment: "annual-trial", number: 1, part), value,
          at: time("2026-11-20T00:00:00Z"), release: paused.release)
      }
    }
    let (reloader, current) = try app.reloader(load: Self.ramp)
    await reloader.look()
    if isAway {
      app.kept.goAway()
      for words in ["running 100%", "paused 100%"] {
        try app.write(words)
        #expect(await reloader.reload().refusal == nil)
      }
      app.kept.comeBack()
      for _ in 0..<3 { await reloader.look() }
      #expect(current.value.release == paused.release)
    }
    try app.write("paused 20%")
    switch await reloader.reload() {
    case .accepted: #expect(!isAway)
    case .refused(let diagnostics):
      #expect(isAway && diagnostics.contains { $0.contains("shrinks from 100% to 20%") })
    }
  }

  @Test("a broken folder in between does not make the comparison forgotten")
  func broken() async throws {
    let (reloader, current) = try app.reloader(now: "2026-11-30T12:00:00Z")
    app.kept.goAway()
    try app.write("00000001 running")
    _ = await reloader.reload()
    try app.write("broken")
    _ = await reloader.reload()
    #expect(current.seed == "00000001")
    app.kept.keep(first)
    for _ in 0..<3 { await reloader.look() }
    #expect(current.seed == "7f3a9c21")
  }

  @Test("after a start without the ledger, the copy of an earlier run is gone back to")
  func copy() async throws {
    _ = try app.reloader()
    try app.write("00000001 running")
    let (reloader, current) = try app.reloader(isCompared: false)
    app.kept.goAway()
    await reloader.look()
    #expect(current.seed == "00000001")
    app.kept.keep(first)
    await reloader.look()
    #expect(current.seed == "7f3a9c21")
    #expect(current.condition == .servingCopy([Self.diagnostic]))
    #expect(app.metrics.text.contains("paywall_degraded 1\n"))
  }

  @Test("without anything earlier it is served on, and says so until it is put right")
  func nothingEarlier() async throws {
    let app = try FrozenFolder("00000001 running")
    let (reloader, current) = try app.reloader(isCompared: false)
    app.kept.keep(first)
    await reloader.look()
    #expect(current.seed == "00000001")
    #expect(current.condition == .contradictsLedger([Self.diagnostic]))
    #expect(app.kept.releases.isEmpty)
    // Purchases have their events and credits all the same.
    #expect(app.kept.told.withLock { $0 } == [current.value.release])
    try app.write("broken")
    _ = await reloader.reload()
    guard case .contradictsLedger(let diagnostics) = current.condition else {
      Issue.record("\(current.condition)")
      return
    }
    #expect(diagnostics.first?.contains("broken") == true)
    try app.write("7f3a9c21 running")
    _ = await reloader.reload()
    #expect(current.seed == "7f3a9c21" && current.condition == .current)
    #expect(app.metrics.text.contains("paywall_degraded 0\n"))
  }

  @Test("reloads that are asked for at the same time end with what the folder says")
  func together() async throws {
    let app = try FrozenFolder("7f3a9c21 running")
    let (reloader, current) = try app.reloader()
    app.kept.keep(first)
    try app.write("7f3a9c21 paused")
    await withDiscardingTaskGroup { tasks in
      for _ in 0..<20 {
        tasks.addTask { await reloader.reload() }
        tasks.addTask { await reloader.look() }
      }
    }
    #expect(current.value.snapshot.experiments["annual-trial"]?.status == .paused)
    #expect(current.condition == .current)
  }
}
