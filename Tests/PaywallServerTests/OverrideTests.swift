import CatalogFiles
import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Planning
import Serving
import Testing

/// A deliberate change of a frozen value, taken by a running server and kept in its ledger.
@Suite("Overrides")
struct OverrideTests {
  private let traffic = ("traffic: 50%", "traffic: 20%")

  /// Writes the override of the change that the folder has since `base`.
  private func allow(_ app: SampleFolder, since base: Snapshot, reason: String) throws {
    let head = try #require(LoadedFolder.catalogFiles(app.folder.path).snapshot)
    let change = try #require(
      OverridableChange(of: "annual-trial", from: base, to: head, at: app.clock.now))
    let digest = try #require(change.digest)
    try app.edit(
      SampleFolder.experiment, "title:",
      "override: { phase: 1, digest: \(digest), reason: \(reason) }\ntitle:")
  }

  private func values(
    _ server: PaywallService, _ part: PhaseState.Part
  ) async throws -> [String] {
    try await server.dependencies.ledger.timeline().events.compactMap { event in
      guard case .phase(_, _, part) = event.subject else { return nil }
      return event.value
    }
  }

  @Test("A reload with an override of exactly its change is taken and recorded, and no other is")
  func taken() async throws {
    let app = try SampleFolder()
    let server = try await app.server()
    let base = server.dependencies.current.value.snapshot
    #expect(try await server.claim() == "recorded")
    app.clock.set("2026-12-06T00:00:00Z")
    try app.edit(SampleFolder.experiment, traffic.0, traffic.1)
    #expect(try await server.reload()?.contains("[frozenChanged]") == true)
    try allow(app, since: base, reason: "Too many calls")
    #expect(try await server.reload() == nil)
    #expect(server.dependencies.current.condition == .current)
    #expect(app.lines.all.contains { $0.contains("the override allows it: Too many calls") })
    #expect(try await values(server, .traffic) == ["50%", "20%"])
    #expect(try await values(server, .override).last?.hasSuffix(" Too many calls") == true)
    let timeline = try await server.dependencies.ledger.timeline()
    #expect(timeline.events.last?.at == time("2026-12-06T00:00:00Z"))
    #expect(timeline.events.last?.release == server.dependencies.current.value.release)

    try app.edit(SampleFolder.experiment, "traffic: 20%", "traffic: 10%")
    #expect(try await server.reload()?.contains("shrinks from 20% to 10%") == true)
    await server.end()

    // The ledger keeps the values that the override allowed.
    try app.edit(SampleFolder.experiment, "traffic: 10%", "traffic: 20%")
    let second = try await app.server()
    #expect(second.dependencies.current.condition == .current)
    #expect(try await second.dependencies.ledger.timeline() == timeline)
    await second.end()
  }

  @Test("An override of what a placement shows that joined after the first visitor is taken")
  func joined() async throws {
    let app = try SampleFolder()
    let server = try await app.server()
    #expect(try await server.claim() == "recorded")
    let placement = "placement: onboarding"
    try app.edit(SampleFolder.experiment, placement, "placement: [onboarding, settings]")
    #expect(try await server.reload() == nil)
    let base = server.dependencies.current.value.snapshot
    try app.edit(SampleFolder.experiment, "paywall: trial", "paywall: lite")
    try allow(app, since: base, reason: "Wrong product")
    #expect(try await server.reload() == nil)
    let terms = try await server.dependencies.ledger.frozenTerms()
    #expect(terms.first?.terms[.paywall(variant: "trial", placement: "settings")] == "pro_monthly")
    await server.end()
  }

  @Test("An override allows its change once: the next time needs a reason of its own")
  func once() async throws {
    let app = try SampleFolder()
    let server = try await app.server()
    let base = server.dependencies.current.value.snapshot
    #expect(try await server.claim() == "recorded")
    try app.edit(SampleFolder.experiment, traffic.0, traffic.1)
    try allow(app, since: base, reason: "Too many calls")
    #expect(try await server.reload() == nil)
    try app.edit(SampleFolder.experiment, traffic.1, traffic.0)
    #expect(try await server.reload() == nil)
    try app.edit(SampleFolder.experiment, traffic.0, traffic.1)
    #expect(try await server.reload()?.contains("shrinks from 50% to 20%") == true)
    await server.end()
    try app.edit(SampleFolder.experiment, "Too many calls", "Too many calls again")
    let second = try await app.server()
    #expect(second.dependencies.current.condition == .current)
    await second.end()
  }

  @Test("A start takes an override that the server before did not live to see")
  func start() async throws {
    let app = try SampleFolder()
    let server = try await app.server()
    let base = server.dependencies.current.value.snapshot
    #expect(try await server.claim() == "recorded")
    await server.end()
    try app.edit(SampleFolder.experiment, "seed: 7f3a9c21", "seed: 0a0a0a0a")
    try allow(app, since: base, reason: "Leaked seed")
    let second = try await app.server()
    #expect(second.dependencies.current.condition == .current)
    let terms = try await second.dependencies.ledger.frozenTerms()
    #expect(terms.map { $0.terms[.seed] } == ["0a0a0a0a"])
    // Visitors are enrolled under the new terms.
    #expect(try await second.claim(id: "f") == "repeated")
    await second.end()
  }
}
