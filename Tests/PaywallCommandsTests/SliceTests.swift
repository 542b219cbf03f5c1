import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// A start leaves room for other experiments of its layer, and a simulation predicts its effect.
@Suite struct SliceTests {
  /// The draft without the slice that its file has; 'annual-trial' owns 0%-40% of the layer.
  private static let open = ExperimentChange("lite-first", "slice: 40%-80%\n", "")

  @Test(
    .inExample,
    arguments: [
      ([], "slice: 40%-70%", "70%-100% stays free for others. --slice takes another part."),
      (["--slice", "20%"], "slice: 40%-60%", "60%-100% stays free for others."),
      (["--slice", "60%"], "slice: 40%-100%", "nothing stays free for others."),
    ])
  func `It reserves half of what is free, or what is asked for, and says what is left`(
    options: [String], slice: String, sentence: String
  ) async throws {
    try Self.open.make(in: folder)
    let run = try await experiment("start", "lite-first", options + ["--dry-run"])
    run.expect(0, prints: "+ \(slice)\n", sentence)
  }

  @Test(.inExample)
  func `On a terminal the share is asked for, and a wrong one is asked again`() async throws {
    try Self.open.make(in: folder)
    let run = try await onTerminal(
      "experiment", "start", "lite-first", "--anyway", "--config", folder.path(),
      answering: "half\n70%\n25%\ny\n")
    run.expect(
      0, prints: "How much of layer 'pricing'? Free is 40%-100% [30%]: ", "'half' is not a share",
      "has no place for that")
    #expect(try text("Experiments/lite-first.yaml").contains("\nslice: 40%-65%\n"))
  }

  @Test(.inExample, arguments: [[], ["--slice", "20%"]])
  func `simulate plays the slice that start writes`(options: [String]) async throws {
    try Self.open.make(in: folder)
    let simulated = try await paywall(
      ["simulate", "lite-first", "--json", "--visitors", "10000"] + options, in: folder)
    try await experiment("start", "lite-first", options + ["--anyway", "--yes"]).expect(0)
    let answer = try #require(json(simulated.output) as? [String: Any])
    let slice = try #require(answer["slice"] as? String)
    #expect(try text("Experiments/lite-first.yaml").contains("\nslice: \(slice)\n"))
    #expect(answer["layer"] as? String == "pricing")
  }

  @Test(.inExample)
  func `A draft whose slice is taken is simulated, and the refusal of start is said`()
    async throws
  {
    try ExperimentChange("lite-first", "slice: 40%-80%", "slice: 30%-80%").make(in: folder)
    let run = try await paywall("simulate", "lite-first", "--visitors", "1000", in: folder)
    run.expect(
      0, complains: "note: 'start' would refuse it: slice 30%-80% of layer 'pricing' is not free")
  }

  @Test(arguments: [(10_000, 5_000), (6_000, 3_000), (900, 450), (1_100, 500), (1, 1), (0, 0)])
  func `A modest part is about half, in steps of five percent`(free: Int, width: Int) {
    #expect(FreeSlices(gaps: free == 0 ? [] : [0..<free]).modestWidth == width)
  }
}
