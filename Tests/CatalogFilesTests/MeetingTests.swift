import Testing
import YAMLText

@testable import CatalogFiles

@Suite("Two experiments at one placement")
struct MeetingTests {
  /// The second experiment beside `annual-trial`, which is running from 1 to 22 December for
  /// `country: [GB, IE]`, in 0%-40% of the layer `pricing`.
  private func findings(_ lines: String, status: String = "running") -> [String] {
    let files = Base.with([
      "Experiments/second.yaml": """
      status: \(status)
      placement: onboarding
      seed: 0a1b2c3d
      variants:
        control: { share: 50%, paywall: standard }
        lite: { share: 50%, paywall: lite }
      \(lines)
      """,
      "Paywalls/targeting/audiences.yaml": (Base.texts["Paywalls/targeting/audiences.yaml"] ?? "")
        + "  gauls: { country: FR, sessions: { atLeast: 1 } }\n"
        + "  users: { any: [gauls, { sessions: 3 }] }\n"
        + "  everywhere: { all: [users, isles] }\n",
    ])
    return Loader.load(files).report.diagnostics.filter { $0.code == .overlap }
      .map { "\($0.severity.rawValue) \($0.file)" }
  }

  private let clash = ["error Experiments/second.yaml"]

  @Test(arguments: [
    "layer: pricing\nslice: 40%-100%",
    "audience: gauls",
    "audience: { country: [FR, DE] }",
    "audience: { country: FR, planInterest: teams }",
    "schedule: { start: 2026-12-22T09:00Z }",
    "schedule: { end: 2026-12-01T09:00Z }",
    "layer: pricing\nschedule: { start: 2027-01-01T00:00Z }",
    "layer: pricing\naudience: gauls",
  ])
  func apart(_ lines: String) { #expect(findings(lines) == []) }

  @Test(arguments: [
    "", "audience: isles", "audience: { country: [GB, FR] }", "audience: { sessions: 3 }",
    "audience: { not: isles }", "audience: { any: [gauls] }",
    "audience: { country: { exists: true } }",
    "audience: { all: [gauls, { beta: true }] }",
    "audience: users", "schedule: { start: 2026-12-22T08:59Z }",
    "schedule: { end: 2026-12-01T09:01Z }", "layer: pricing\nslice: 39.99%-100%",
  ])
  func meeting(_ lines: String) { #expect(findings(lines) == clash) }

  @Test(arguments: ["stopped", "archived"])
  func `that is over is in nobody's way`(_ status: String) {
    #expect(findings("schedule: { end: 2026-12-10T09:00Z }", status: status) == [])
  }

  @Test func `that is a draft is warned of`() {
    #expect(findings("", status: "draft") == ["warning Experiments/second.yaml"])
  }

  @Test func `that is paused is in the way`() { #expect(findings("", status: "paused") == clash) }

  @Test func `values of a list attribute do not keep visitors apart`() {
    let files = Base.with([
      "Experiments/annual-trial.yaml": (Base.texts["Experiments/annual-trial.yaml"] ?? "")
        .replacing("audience: isles", with: "audience: { tags: sport }"),
      "Experiments/second.yaml": """
      status: running
      placement: onboarding
      audience: { tags: music }
      seed: 0a1b2c3d
      variants:
        control: { share: 50%, paywall: standard }
        lite: { share: 50%, paywall: lite }
      """,
    ])
    #expect(Loader.load(files).report.diagnostics.contains { $0.code == .overlap })
  }
}
