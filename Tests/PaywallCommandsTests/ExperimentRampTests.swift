import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// `experiment ramp` writes the steps of growing traffic, and changes nothing else.
@Suite struct ExperimentRampTests {
  private static let file = "Experiments/annual-trial.yaml"

  @Test(.inExample)
  func `Steps join the share of now, and every other line stays as it was`() async throws {
    let before = try text(Self.file)
    let run = try await experiment(
      "ramp", "annual-trial", "60%@2098-12-01T09:00Z", "80%@2099-01-01T09:00+01:00", "--yes")
    run.expect(
      0, prints: "Traffic grows to 60% at 2098-12-01T09:00:00Z, to 80% at 2099-01-01T08:00:00Z.",
      "Enrolled visitors keep their variant.")
    let after = try text(Self.file)
    let steps = """
        - { share: 50% }
        - { from: 2098-12-01T09:00Z, share: 60% }
        - { from: 2099-01-01T09:00+01:00, share: 80% }
      """
    #expect(after.contains("\(steps)\n"), "\(after)")
    let kept = before.split(separator: "\n").filter { !$0.hasPrefix("traffic:") }
    #expect(after.split(separator: "\n").filter { kept.contains($0) } == kept)
    #expect(after.contains("# may only grow while running"))
    try await paywall("check", in: folder).expect(0)

    let card = try await experiment("show", "annual-trial", "--json")
    let shown = try #require(json(card.output) as? [String: Any])
    #expect(shown["traffic"] as? String == "50%")
    #expect(
      shown["trafficSteps"] as? [[String: String]] == [
        ["from": "2098-12-01T09:00:00Z", "share": "60%"],
        ["from": "2099-01-01T08:00:00Z", "share": "80%"],
      ])
    let list = try await paywall("experiment", "list", in: folder)
    #expect(list.output.contains("50% → 80%"))
    let later = try await paywall(
      "experiment", "list", "--json", "--at", "2098-12-02T00:00Z", "--status", "running", in: folder
    )
    let cards = try #require(json(later.output) as? [[String: Any]])
    #expect(cards.first?["traffic"] as? String == "60%")
  }

  @Test(.inExample)
  func `What has passed stays with its comments, and what is to come is replaced`() async throws {
    let old = """
      traffic:
        # a first look
        - { share: 10% }
        - { from: 2026-11-03T09:00Z, share: 50% }   # half
        - { from: 2099-01-01T09:00Z, share: 100% }

      """
    let line = "traffic: 50%               # may only grow while running\n"
    try replace(line, by: old, in: Self.file, of: folder)
    try await experiment("ramp", "annual-trial", "70%@2098-01-01T09:00Z", "--yes").expect(0)
    let new = old.replacing("2099-01-01T09:00Z, share: 100%", with: "2098-01-01T09:00Z, share: 70%")
    #expect(try text(Self.file).contains(new))
    try await experiment("set", "annual-trial", "traffic=70%", "--yes").expect(1)
  }

  @Test(.inExample)
  func `A draft begins with the first step, and a share alone is from its start`() async throws {
    try await experiment("ramp", "lite-first", "5%", "25%@2099-01-01T09:00Z", "--yes").expect(0)
    #expect(
      try text("Experiments/lite-first.yaml").contains(
        "traffic:\n  - { share: 5% }\n  - { from: 2099-01-01T09:00Z, share: 25% }\n"))
    try await experiment("set", "lite-first", "traffic=40%", "--yes").expect(0)
    #expect(try text("Experiments/lite-first.yaml").contains("\ntraffic: 40%\n"))
  }

  @Test(.inExample)
  func `What has not started keeps its share until the first step`() async throws {
    let file = "Experiments/lite-first.yaml"
    try replace("slice: 40%-80%\n", by: "slice: 40%-80%\ntraffic: 20%\n", in: file, of: folder)
    let fallen = try await experiment("ramp", "lite-first", "10%@2099-01-01T09:00Z", "--yes")
    fallen.expect(2, complains: "traffic would fall from 20% to 10%")
    try await experiment("ramp", "lite-first", "50%@2099-01-01T09:00Z", "--yes").expect(0)
    #expect(
      try text(file).contains(
        "  - { share: 20% }\n  - { from: 2099-01-01T09:00Z, share: 50% }\n"))
  }

  @Test(.inExample) func `A start announces no step that its end forestalls`() async throws {
    try await experiment("ramp", "lite-first", "5%", "25%@2099-01-01T09:00Z", "--yes").expect(0)
    let open = try await experiment("start", "lite-first", "--dry-run")
    #expect(open.output.contains("Traffic grows to 25%"), "\(open.output)")
    let ending = try await experiment(
      "start", "lite-first", "--end", "2098-01-01T09:00Z", "--dry-run")
    ending.expect(0, prints: "It ends at 2098-01-01T09:00Z.")
    #expect(!ending.output.contains("Traffic grows"), "\(ending.output)")
  }

  /// The other refusals are on the page of `CommandRefusalTests`.
  @Test func `A step is a share`() async throws {
    let found = try await refusal(
      ["experiment", "ramp", "annual-trial", "sixty", "--yes", "--config", example])
    #expect(found?.status == .wrongUsage)
  }
}
