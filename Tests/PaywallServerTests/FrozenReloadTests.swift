import Catalog
import Ledger
import PaywallAPI
import PaywallServer
import Testing

/// A reload does not draw anybody again who is enrolled (DecisionRules.md § 7).
@Suite("Reloading what is frozen")
struct FrozenReloadTests {
  private static let diagnostic = """
    Experiments/annual-trial.yaml: error: [frozenChanged] 'seed' of phase 1 was 7f3a9c21 when the \
    first visitor was enrolled, and is now 00000001
      help: to begin anew, “paywall experiment restart annual-trial” opens a new phase; or put the \
    old value back
    """

  private let first = FrozenFolder.snapshot(seed: "7f3a9c21")

  @Test("a changed seed is refused with the safe way, and the last good release stays")
  func refused() async throws {
    let app = try FrozenFolder("7f3a9c21 running")
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

  @Test("the poll refuses it as well, once")
  func polled() async throws {
    let app = try FrozenFolder("7f3a9c21 running")
    let (reloader, current) = try app.reloader()
    app.kept.keep(first)
    try app.write("00000001 running")
    for _ in 0..<4 { await reloader.look() }
    #expect(current.seed == "7f3a9c21")
    #expect(app.metrics.text.contains("paywall_reloads_total{result=\"refused\"} 1\n"))
  }

  @Test("before the first visitor everything may change")
  func nobodyYet() async throws {
    let app = try FrozenFolder("7f3a9c21 running")
    let (reloader, current) = try app.reloader()
    try app.write("00000001 running")
    _ = await reloader.reload()
    #expect(current.seed == "00000001" && current.condition == .current)
  }

  @Test(
    "what enrols nobody is not compared; a pause is no way round",
    arguments: [
      ("draft", "2026-12-05T12:00:00Z", true), ("archived", "2026-12-05T12:00:00Z", true),
      ("stopped", "2026-12-05T12:00:00Z", true), ("running", "2026-12-22T09:00:00Z", true),
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
    let app = try FrozenFolder("7f3a9c21 running")
    let (reloader, current) = try app.reloader()
    app.kept.keep(first, phase: 2)
    try app.write("00000001 running")
    let outcome = await reloader.reload()
    #expect(current.seed == "7f3a9c21")
    guard case .refused(let diagnostics) = outcome else {
      Issue.record("the phase went back")
      return
    }
    #expect(diagnostics.first?.contains("[phaseReused] 'phase' was 2") == true)
  }

  @Test("each term is named in the words of the files")
  func words() {
    let paywall = FrozenTerms.Subject.paywall(variant: "trial", placement: "onboarding")
    var terms = first.experiments["annual-trial"]?.frozenTerms(in: first)?.terms ?? []
    func contradictions(_ subject: FrozenTerms.Subject, _ value: String?) -> [String] {
      var kept = terms.filter { $0.subject != subject }
      if let value { kept.append(FrozenTerms.Term(subject, value)) }
      return first.contradictions(
        to: [
          PhaseTerms(
            experiment: "annual-trial", phase: 1, terms: FrozenTerms(kept),
            frozenAt: time("2026-12-02T00:00:00Z"))
        ], at: time("2026-12-05T12:00:00Z")
      ).map { String($0.split(separator: "\n")[0].dropFirst(54)) }
    }
    let end = "when the first visitor was enrolled, and is now"
    #expect(contradictions(.seed, "x") == ["'seed' of phase 1 was x \(end) 7f3a9c21"])
    #expect(contradictions(.unit, "userId") == ["'unit' of phase 1 was userId \(end) visitor"])
    #expect(contradictions(.layer, "x") == ["'layer' of phase 1 was x \(end) pricing"])
    #expect(contradictions(.layer, nil) == ["'layer' of phase 1 was not set \(end) pricing"])
    #expect(
      contradictions(.layerSeed, "x") == [
        "the 'seed' of the layer of phase 1 was x \(end) 51c0e8d2"
      ])
    #expect(
      contradictions(.variants, "control 100%") == [
        "'variants' of phase 1 was control 100% \(end) control 50%, trial 50%"
      ])
    #expect(
      contradictions(paywall, "pro_monthly") == [
        "what the variant 'trial' sells at the placement 'onboarding' of phase 1 was pro_monthly \(end) pro_yearly_trial [trial introductory], pro_monthly, pro_lifetime"
      ])
    terms.removeAll()
    #expect(contradictions(.seed, "7f3a9c21").count == 5)
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
    let app = try FrozenFolder("7f3a9c21 running")
    let (reloader, current) = try app.reloader()
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
    let app = try FrozenFolder("7f3a9c21 running")
    let (reloader, current) = try app.reloader()
    app.kept.goAway()
    for seed in ["00000001", "00000002"] {
      try app.write("\(seed) running")
      _ = await reloader.reload()
    }
    app.kept.keep(first)
    guard case .refused = await reloader.reload() else {
      Issue.record("the reload was accepted")
      return
    }
    #expect(current.seed == "7f3a9c21")
    guard case .reloadFailed = current.condition else {
      Issue.record("\(current.condition)")
      return
    }
  }

  @Test("a broken folder in between does not make the comparison forgotten")
  func broken() async throws {
    let app = try FrozenFolder("7f3a9c21 running")
    let (reloader, current) = try app.reloader()
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
    let app = try FrozenFolder("7f3a9c21 running")
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
