import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Testing

/// Every kind of edit that `paywall check --base` refuses, over a running server, and after a
/// restart, when only the ledger remembers the release before (DecisionRules.md § 7).
@Suite("Edits of what is frozen")
struct FrozenEditTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    var name: String
    /// The edits of the experiment before the first visitor.
    var before: [(String, String)] = []
    var file = SampleFolder.experiment
    var old = ""
    /// `nil` deletes the file.
    var new: String?
    /// The way out.
    var help: String
    var testDescription: String { name }
  }

  static let start = "start: 2026-12-01T09:00Z"
  static let seed = "seed: 7f3a9c21"
  static let layers = "Paywalls/targeting/layers.yaml"

  static let kinds = [
    Kind(name: "less traffic", old: "traffic: 50%", new: "traffic: 20%", help: "put 50% back"),
    Kind(name: "a smaller slice", old: "0%-40%", new: "0%-30%", help: "put 0%-40% back"),
    Kind(
      name: "another seed of the holdout", file: layers, old: "4be01a77", new: "4be01a78",
      help: "put 4be01a77 back"),
    Kind(
      name: "a larger holdout", file: layers, old: "share: 5%", new: "share: 10%",
      help: "put 5% back"),
    Kind(
      name: "draft", old: "status: running", new: "status: draft", help: "experiment pause"),
    Kind(
      name: "archived", old: "status: running", new: "status: archived", help: "experiment stop"),
    Kind(name: "deleted", new: nil, help: "put the file back"),
    Kind(
      name: "an earlier start", old: start, new: "start: 2026-11-01T09:00Z", help: "09:00 UTC back"),
    Kind(
      name: "a later start, which drops exposures", old: start, new: "start: 2026-12-04T09:00Z",
      help: "put 2026-12-01 09:00 UTC back"),
    Kind(
      name: "a start to come", old: start, new: "start: 2026-12-10T09:00Z",
      help: "experiment pause"),
    Kind(
      name: "reopened by a later end",
      before: [("end: 2026-12-22T09:00Z", "end: 2026-12-04T09:00Z")], old: "12-04T", new: "12-22T",
      help: "experiment restart"),
    Kind(
      name: "reopened by its status", before: [("status: running", "status: stopped")],
      old: "status: stopped\n", new: "status: running\n", help: "experiment restart"),
    Kind(
      name: "earlier phases let in", before: [(seed, "\(seed)\nphase: 2")], old: "phase: 2",
      new: "phase: 2\nexcludeEarlierPhases: false", help: "excludeEarlierPhases: true"),
    Kind(name: "another seed", old: seed, new: "seed: 00000001", help: "put 7f3a9c21 back"),
    Kind(
      name: "other shares",
      old: "control: { share: 50%, paywall: standard }\n  trial: { share: 50%",
      new: "control: { share: 40%, paywall: standard }\n  trial: { share: 60%",
      help: "experiment restart"),
    Kind(
      name: "other products", file: "Paywalls/trial.yaml", old: "  - pro_monthly\n",
      new: "  - pro_lifetime\n", help: "experiment restart"),
    Kind(
      name: "other terms of an offer", file: "Paywalls/store/offers.yaml", old: "period: P1W",
      new: "period: P3D", help: "experiment restart"),
  ]

  private func enrolled(_ kind: Kind) async throws -> (SampleFolder, PaywallService) {
    let app = try SampleFolder()
    for (old, new) in kind.before { try app.edit(SampleFolder.experiment, old, new) }
    let server = try await app.server()
    let phase = kind.before.contains { $0.1.contains("phase: 2") } ? 2 : 1
    #expect(try await server.claim(phase: phase) == "recorded")
    return (app, server)
  }

  private func edit(_ app: SampleFolder, _ kind: Kind) throws {
    try app.edit(kind.file, kind.old, kind.new)
  }

  @Test("A reload of a running server refuses it with the way out", arguments: kinds)
  func reload(kind: Kind) async throws {
    let (app, server) = try await enrolled(kind)
    let release = server.dependencies.current.value.release
    try edit(app, kind)
    let refusal = try #require(try await server.reload(), "\(kind.name) was accepted")
    #expect(refusal.contains("error: [frozenChanged]"), "\(refusal)")
    #expect(refusal.contains("help: ") && refusal.contains(kind.help), "\(refusal)")
    #expect(server.dependencies.current.value.release == release)
    await server.end()
  }

  @Test("A start refuses it by what the ledger kept, and serves the copy", arguments: kinds)
  func restart(kind: Kind) async throws {
    let (app, server) = try await enrolled(kind)
    let release = server.dependencies.current.value.release
    await server.end()
    try edit(app, kind)
    let second = try await app.server()
    #expect(second.dependencies.current.value.release == release)
    let diagnostics = try #require(second.dependencies.current.condition.copiedFor)
    #expect(diagnostics.contains { $0.contains("[frozenChanged]") && $0.contains(kind.help) })
    await second.end()

    try app.folder.remove(".paywall/current")
    let error = await #expect(throws: StartError.self) { try await app.server() }
    #expect(error?.description.contains("[frozenChanged]") == true, "\(kind.name)")
  }

  @Test("A renamed experiment is one that is gone")
  func renamed() async throws {
    let (app, server) = try await enrolled(Kind(name: "renamed", help: ""))
    let text = try #require(app.folder.read(SampleFolder.experiment))
    try app.folder.remove(SampleFolder.experiment)
    try app.folder.write(
      text.replacing("7f3a9c21", with: "7f3a9c22"), to: "Experiments/annual-week.yaml")
    try #require(try await server.reload()).expect(
      has: "[frozenChanged] 'annual-trial' is running and its file is gone")
    await server.end()
    let second = try await app.server()
    #expect(second.dependencies.current.condition.copiedFor != nil)
    await second.end()
  }

  @Test(
    "What check lets pass is accepted",
    arguments: [
      ("traffic: 50%", "traffic: 80%"), ("0%-40%", "0%-60%"), ("status: running", "status: paused"),
      ("end: 2026-12-22T09:00Z", "end: 2026-12-23T09:00Z"),
      ("end: 2026-12-22T09:00Z }", "end: 2026-12-05T11:00Z }\nafter: control"),
      (seed, "seed: 00000001\nphase: 2"),
    ])
  func accepted(old: String, new: String) async throws {
    let (app, server) = try await enrolled(Kind(name: "none", help: ""))
    try app.edit(SampleFolder.experiment, old, new)
    #expect(try await server.reload() == nil)
    await server.end()
    let second = try await app.server()
    #expect(second.dependencies.current.condition == .current)
    await second.end()
  }

  @Test("A start without recorded visitors is free: the ledger binds what it has seen")
  func nobodyRecorded() async throws {
    let app = try SampleFolder()
    let server = try await app.server()
    await server.end()
    try app.edit(SampleFolder.experiment, "traffic: 50%", "traffic: 20%")
    let second = try await app.server()
    #expect(second.dependencies.current.condition == .current)
    await second.end()
  }
}
