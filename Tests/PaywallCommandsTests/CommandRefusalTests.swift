import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// The refusals of the commands, all on one page so that they can be read in one go.
/// `RECORD_OUTPUT=1 swift test --filter CommandRefusalTests` records it again.
@Suite struct CommandRefusalTests {
  /// Command lines on the example app, in which 'lite-first' is a draft, 'annual-trial' runs and
  /// 'team-or-solo' has ended; `changes` makes one of them different.
  private static let lines: [(changes: [ExperimentChange], words: [String])] = [
    ([], ["experiment", "show", "anual-trial"]),
    ([], ["experiment", "show", "nothing-like-it"]),
    ([], ["experiment", "create", "annual-trial", "--placement", "export"] + variants),
    ([], ["experiment", "create", "new", "--placement", "exprt"] + variants),
    ([], ["experiment", "create", "new", "--placement", "export", "--variant", "a=standard:90%"]),
    (
      [],
      ["experiment", "create", "new", "--placement", "export", "--variant", "control=standard:90%"]
        + ["--variant", "other=lite:20%"]
    ),
    (
      [],
      ["experiment", "create", "new", "--placement", "export", "--variant", "control=standard"]
        + ["--variant", "Ü=lite"]
    ),
    ([], ["experiment", "start", "annual-trial"]),
    ([], ["experiment", "start", "team-or-solo"]),
    ([], ["experiment", "start", "lite-first", "--slice", "70%"]),
    ([], ["experiment", "start", "lite-first", "--at", "2020-01-01T09:00Z"]),
    ([], ["experiment", "start", "lite-first", "--end", "2020-01-01T09:00Z"]),
    ([paused], ["experiment", "start", "annual-trial"]),
    ([], ["experiment", "set", "annual-trial", "status=paused"]),
    ([], ["experiment", "set", "annual-trial", "seed=00000001"]),
    ([], ["experiment", "set", "annual-trial", "phase=2"]),
    ([], ["experiment", "set", "annual-trial", "winner=trial"]),
    ([], ["experiment", "set", "annual-trial", "share=20%"]),
    ([], ["experiment", "set", "annual-trial", "audience=[GB"]),
    ([], ["experiment", "set", "annual-trial", "audience={ country: GB } # why"]),
    ([], ["experiment", "set", "annual-trial", "unit=userId"]),
    ([], ["experiment", "set", "annual-trial", "variants.trial.paywall=lite"]),
    ([], ["experiment", "set", "annual-trial", "slice=0%-30%"]),
    ([], ["experiment", "set", "annual-trial", "from=2099-01-01T09:00Z"]),
    ([], ["experiment", "ramp", "annual-trial", "40%@2099-01-01T09:00Z"]),
    ([], ["experiment", "ramp", "annual-trial", "60%@2020-01-01T09:00Z"]),
    ([], ["experiment", "ramp", "annual-trial", "60%@2099-01-02T09:00Z", "70%@2099-01-01T09:00Z"]),
    ([], ["experiment", "ramp", "annual-trial", "60%@2099-01-02T09:00Z", "70%"]),
    ([], ["experiment", "ramp", "team-or-solo", "60%"]),
    ([all], ["experiment", "ramp", "annual-trial", "100%"]),
    ([paused], ["experiment", "pause", "annual-trial"]),
    ([], ["experiment", "pause", "lite-first"]),
    ([], ["experiment", "pause", "team-or-solo"]),
    ([], ["experiment", "resume", "lite-first"]),
    ([], ["experiment", "resume", "annual-trial"]),
    ([paused, over], ["experiment", "resume", "annual-trial"]),
    ([], ["experiment", "stop", "lite-first", "--after", "keep"]),
    ([], ["experiment", "stop", "annual-trial"]),
    ([], ["experiment", "stop", "annual-trial", "--after", "winner"]),
    ([], ["experiment", "stop", "annual-trial", "--after", "winner", "--winner", "trail"]),
    ([archived], ["experiment", "stop", "team-or-solo", "--after", "keep"]),
    ([], ["experiment", "restart", "lite-first"]),
    ([], ["experiment", "archive", "lite-first"]),
    ([], ["experiment", "archive", "annual-trial"]),
    ([archived], ["experiment", "archive", "team-or-solo"]),
    ([], ["experiment", "delete", "annual-trial"]),
    ([], ["experiment", "delete", "team-or-solo"]),
    ([], ["experiment", "rollout", "lite-first", "--winner", "lite"]),
    ([], ["experiment", "rollout", "annual-trial"]),
    ([], ["experiment", "rollout", "annual-trial", "--winner", "trail"]),
    ([archived], ["experiment", "rollout", "team-or-solo"]),
    ([], ["wall", "show", "standart"]),
    ([], ["wall", "create", "standard", "--from", "lite"]),
    ([], ["wall", "create", "Big Wall", "--from", "lite"]),
    ([], ["wall", "rename", "lite", "standard"]),
    ([], ["wall", "rename", "lite", "Big Wall"]),
    ([], ["wall", "delete", "gift-wall"]),
    ([], ["wall", "delete", "gift-wall", "--replace-with", "standart"]),
    ([], ["placement", "show", "onbording"]),
    ([], ["offer", "show", "loyality"]),
    ([], ["offer", "rename", "loyalty", "comeBack"]),
    ([], ["offer", "rename", "trial", "freeWeek"]),
    ([], ["product", "show", "pro_yaerly"]),
    ([], ["product", "rename", "pro_yearly", "pro_monthly"]),
    ([], ["audience", "rename", "lapsd", "left"]),
    ([], ["audience", "rename", "everyone", "all"]),
    ([], ["persona", "show", "trial-in-londn"]),
    ([], ["attribute", "rename", "country", "land"]),
    ([], ["key", "revoke", "app"]),
    ([], ["simulate", "anual-trial"]),
    ([], ["simulate", "annual-trial", "--slice", "20%"]),
    ([], ["simulate", "annual-trial", "--visitors", "0"]),
    ([], ["schema", "experiments"]),
    ([], ["fmt", "Experiments/anual-trial.yaml"]),
    ([], ["explain", "--user", "user-7"]),
    ([], ["explain", "--placement", "onboarding", "--attribute", "sessions"]),
    ([], ["explain", "--placement", "onboarding", "--attribute", "subscription.ever=true"]),
    ([], ["explain", "--placement", "onboarding", "--recorded", "annual-trial=trail"]),
    ([], ["explain", "--placement", "onboarding", "--request", "gone.json"]),
    ([], ["ledger", "show", "user-7"]),
    ([], ["ledger", "export"]),
    ([], ["ledger", "import", "gone.ndjson"]),
  ]

  private static let variants = ["--variant", "control=standard", "--variant", "other=lite"]
  private static let paused = ExperimentChange("annual-trial", "status: running", "status: paused")
  private static let over = ExperimentChange(
    "annual-trial", "from: 2026-11-02T09:00Z", "from: 2026-11-02T09:00Z\nuntil: 2026-11-03T09:00Z")
  private static let all = ExperimentChange("annual-trial", "traffic: 50%", "traffic: 100%")
  private static let archived = ExperimentChange(
    "team-or-solo", "status: stopped", "status: archived")

  @Test func `Every refusal is the text on file`() async throws {
    var page = ""
    for (changes, words) in Self.lines {
      page += try await withCopyOfExample { folder in
        for change in changes { try change.make(in: folder) }
        let before = try ExperimentChange.files(in: folder)
        let found = try await refusal(words + Self.consent(words) + ["--config", folder.path()])
        #expect(try ExperimentChange.files(in: folder) == before, "\(words)")
        return "$ paywall \(words.map(Self.quoted).joined(separator: " "))\n"
          + "\(found.map(Self.text) ?? "not refused")\n\n".replacing(folder.path(), with: "FOLDER/")
      }
    }
    if ProcessInfo.processInfo.environment["RECORD_OUTPUT"] != nil {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Output/refusals.txt")
      try Data(page.utf8).write(to: file)
      return
    }
    let file = try #require(Bundle.module.url(forResource: "Output/refusals", withExtension: "txt"))
    #expect(page == (try String(contentsOf: file, encoding: .utf8)))
    #expect(!page.contains("not refused"))
  }

  private static func text(_ refusal: Refusal) -> String {
    "error: \(refusal.message)\n" + (refusal.help.map { "help: \($0)\n" } ?? "")
      + "exit code: \(refusal.status.rawValue)"
  }

  /// Adds consent: nothing is asked of a person in the tests.
  private static func consent(_ words: [String]) -> [String] {
    let asks =
      ["create", "start", "set", "ramp", "pause", "resume", "stop", "restart", "archive"]
      + ["delete", "rollout", "rename", "revoke"]
    return words.count > 1 && asks.contains(words[1]) ? ["--yes"] : []
  }

  private static func quoted(_ word: String) -> String {
    word.contains(" ") || word.contains("[") ? "'\(word)'" : word
  }
}
