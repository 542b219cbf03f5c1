import Foundation
import Testing

/// An experiment from its first line to its archive, on a copy of the example app: every line that
/// is not the subject of a verb stays as it was, comments and all.
@Suite struct ExperimentLifeTests {
  @Test(.inExample)
  func `A draft is started: seed, slice and start are written, and nothing else changes`()
    async throws
  {
    let before = try lines("Experiments/lite-first.yaml")
    let run = try await experiment("start", "lite-first", "--at", "2099-01-01T09:00Z", "--yes")
    run.expect(0, prints: "Scheduled 'lite-first'.")
    let after = try lines("Experiments/lite-first.yaml")
    let added = after.filter { !before.contains($0) }
    #expect(before.filter { !after.contains($0) } == ["status: draft"])
    #expect(added.contains("status: running"))
    #expect(added.contains { $0.wholeMatch(of: /seed: [0-9a-f]{8}/) != nil })
    #expect(added.contains("from: 2099-01-01T09:00Z"))
    try await paywall("check", in: folder).expect(0)
  }

  @Test(.inExample)
  func `With the address of a server, create and start print where people see it`() async throws {
    let server = "https://paywalls.example.com/"
    let draft = try await experiment(
      "create", "annual-first", "--placement", "export", "--variant", "control=standard",
      "--variant", "annual=lite", "--server", server, "--yes")
    draft.expect(0, prints: "https://paywalls.example.com/preview/export\n")
    #expect(!draft.output.contains("/results/"))
    let started = try await experiment(
      "start", "lite-first", "--at", "2099-01-01T09:00Z", "--server", server, "--yes")
    started.expect(0)
    for page in ["preview/onboarding", "preview/export", "results/lite-first"] {
      #expect(started.output.contains("https://paywalls.example.com/\(page)\n"), "\(page)")
    }
    let wrong = try await experiment("start", "lite-first", "--server", "paywalls", "--yes")
    wrong.expect(2, complains: "--server takes an address")
  }

  @Test(.inExample)
  func `A file whose times are in the former form keeps it, and fmt gives it today's`()
    async throws
  {
    let path = "Experiments/annual-trial.yaml"
    try text(path).replacing(
      "from: 2026-11-02T09:00Z", with: "schedule: { start: 2026-11-02T09:00Z }"
    ).write(to: folder.appending(path: path), atomically: true, encoding: .utf8)
    try await experiment("set", "annual-trial", "until=2099-01-01T09:00Z", "--yes").expect(0)
    let former = "schedule: { start: 2026-11-02T09:00Z, end: 2099-01-01T09:00Z }"
    #expect(try lines(path).contains(former))
    try await paywall("fmt", in: folder).expect(0)
    let after = try text(path)
    #expect(after.contains("\nfrom: 2026-11-02T09:00Z\nuntil: 2099-01-01T09:00Z\n"))
    try await paywall("check", in: folder).expect(0)
  }

  @Test(.inExample)
  func `Traffic may grow, and the comment behind it stays where it was`() async throws {
    let before = try text("Experiments/annual-trial.yaml")
    let run = try await experiment("set", "annual-trial", "traffic=80%", "--yes").expect(0)
    // The slice is 0%-40% of the layer, of which half, now four fifths, is open.
    #expect(run.output.contains("320 enter instead of 200."))
    let after = try text("Experiments/annual-trial.yaml")
    #expect(after == before.replacing("traffic: 50%", with: "traffic: 80%"))
  }

  @Test(
    .inExample,
    arguments: [
      ("traffic=20%", "traffic"), ("variants.control.share=40%", "100%"),
      ("slice=10%-40%", "slice"), ("unit=userId", "unit"), ("layer=wording", "layer"),
      ("variants.trial.paywall=lite", "experiment restart annual-trial"),
    ])
  func `What is frozen while it runs is refused, and the file stays as it is`(
    change: String, word: String
  ) async throws {
    let before = try text("Experiments/annual-trial.yaml")
    let run = try await experiment("set", "annual-trial", change, "--yes")
    run.expect(1, complains: word, "help: ", "nothing was written")
    #expect(try text("Experiments/annual-trial.yaml") == before)
  }

  @Test(.inExample)
  func `It is paused, resumed, stopped and archived, and the file says so`() async throws {
    let before = try lines("Experiments/annual-trial.yaml")
    for (verb, options, status) in [
      ("pause", ["--show", "keep"], "paused"), ("resume", [], "running"),
      ("stop", ["--after", "winner", "--winner", "trial"], "stopped"),
      ("archive", [], "archived"),
    ] {
      try await experiment(verb, "annual-trial", options + ["--anyway", "--yes"]).expect(0)
      #expect(try lines("Experiments/annual-trial.yaml").contains("status: \(status)"))
    }
    let after = try lines("Experiments/annual-trial.yaml")
    #expect(after.contains("winner: trial"))
    #expect(after.contains("whilePaused: keep"))
    #expect(after.contains("after: winner"))
    #expect(after.filter { $0.contains("#") } == before.filter { $0.contains("#") })
  }

  @Test(.inExample)
  func `A pause before the start is resumed, and leaves the schedule as it was`() async throws {
    try await experiment("start", "lite-first", ["--at", "2099-01-01T09:00Z", "--yes"]).expect(0)
    let scheduled = try lines("Experiments/lite-first.yaml")
    let paused = try await experiment("pause", "lite-first", ["--yes"])
    #expect(paused.output.contains("It does not start until it is resumed."))
    #expect(!paused.output.contains("Recorded visitors"))
    let resumed = try await experiment("resume", "lite-first", ["--yes"])
    resumed.expect(0, prints: "It starts at 2099-01-01T09:00:00Z.")
    #expect(try lines("Experiments/lite-first.yaml") == scheduled)
  }

  @Test(.inExample)
  func `A new phase has a new seed, and what was frozen may change with it`() async throws {
    let run = try await experiment(
      "restart", "annual-trial", ["variants.trial.paywall=lite", "--anyway", "--yes"])
    run.expect(0)
    let after = try text("Experiments/annual-trial.yaml")
    #expect(after.contains("phase: 2\n"))
    #expect(!after.contains("7f3a9c21"))
    #expect(after.contains("# never changed while the phase runs"))
    #expect(after.contains("trial:   { share: 50%, paywall: lite }"))
  }

  @Test(.inExample)
  func `A draft is created, with comments, and the folder has no mistakes`() async throws {
    let run = try await experiment(
      "create", "gift-first",
      [
        "--placement", "export", "--variant", "control=standard", "--variant",
        "gift=gift-wall:30%", "--title", "Gifts: \"yes\" or # no", "--audience",
        "{ country: [NO, SE] }", "--layer", "wording", "--primary", "paidRate", "--yes",
      ])
    run.expect(0)
    let text = try text("Experiments/gift-first.yaml")
    #expect(text.contains("status: draft"))
    #expect(text.contains("# one is named control; shares sum to 100%"))
    #expect(text.contains("control: { share: 70%, paywall: standard }"))
    #expect(text.contains("gift:    { share: 30%, paywall: gift-wall }"))
    let shown = try json(
      await paywall("experiment", "show", "gift-first", "--json", in: folder)
        .output)
    let card = try #require(shown as? [String: Any])
    #expect(card["title"] as? String == "Gifts: \"yes\" or # no")
    #expect(card["audience"] as? String == "country is NO or SE")

    let again = try await experiment(
      "create", "gift-first", ["--placement", "export", "--variant", "control=standard"])
    again.expect(1)
    try await experiment("delete", "gift-first", ["--yes"]).expect(0)
    #expect(!FileManager.default.fileExists(atPath: folder.path() + "/Experiments/gift-first.yaml"))
  }

  @Test(.inExample)
  func `A draft for which nobody names a goal has the usual one with its window`() async throws {
    let run = try await experiment(
      "create", "gift-first",
      [
        "--placement", "export", "--variant", "control=standard", "--variant", "gift=gift-wall",
        "--yes",
      ])
    run.expect(0)
    #expect(
      try text("Experiments/gift-first.yaml")
        .contains(#/primary: \{ proceedsPerVisitor: \{ window: P?\d/#))
  }

  @Test(
    .inFolder,
    arguments: [
      "DE, AT": "{ country: [DE, AT] }", "FR": "{ country: FR }", "Germany": "{ country: DE }",
    ])
  func `The first experiment of an app makes its folder, and countries are an audience`(
    typed: String, written: String
  ) async throws {
    try await paywall(
      "init", folder.path(), "--bundle-id", "com.example.photos", "--product", "pro=P1M",
      "--no-commit"
    ).expect(0)
    try await experiment(
      "create", "first",
      [
        "--placement", "onboarding", "--variant", "control=standard", "--variant", "none=nothing",
        "--audience", typed, "--yes",
      ]
    ).expect(0)
    #expect(try text("Experiments/first.yaml").contains("\naudience: \(written)"))
    try await paywall("check", in: folder).expect(0)
  }

  @Test(arguments: [
    "../escape", "UPPER", "ümlaut", "-dash", "a b", String(repeating: "x", count: 65),
  ])
  func `An odd id is refused with what an id may be`(id: String) async throws {
    let run = try await paywall(
      "experiment", "create", "--placement", "export", "--variant", "control=standard",
      "--variant", "b=lite", "--yes", "--config", example, "--", id)
    run.expect(2, complains: "cannot be an id")
  }

  @Test(.inExample)
  func `Nobody is there to be asked in a pipe, so nothing is written`() async throws {
    let before = try text("Experiments/annual-trial.yaml")
    let run = try await experiment("pause", "annual-trial")
    run.expect(2, prints: "+ status: paused", complains: "add --yes")
    let rehearsed = try await experiment("pause", "annual-trial", "--dry-run")
    rehearsed.expect(0, prints: "nothing was written")
    #expect(try text("Experiments/annual-trial.yaml") == before)
  }

  @Test(.inExample)
  func `A folder with a mistake is shown the mistake, and nothing is written`() async throws {
    let file = folder.appending(path: "Experiments/lite-first.yaml")
    try Data("status: draft\n  broken: [\n".utf8).write(to: file)
    let before = try text("Experiments/annual-trial.yaml")
    let run = try await experiment("pause", "annual-trial", "--yes")
    run.expect(1, complains: "Experiments/lite-first.yaml:2:", "nothing was changed")
    #expect(try text("Experiments/annual-trial.yaml") == before)
  }

  @Test(.inExample) func `A comment of a megabyte survives`() async throws {
    let file = folder.appending(path: "Experiments/annual-trial.yaml")
    let comment = "# " + String(repeating: "why ", count: 250_000) + "\n"
    let before = comment + (try text("Experiments/annual-trial.yaml"))
    try Data(before.utf8).write(to: file)
    try await experiment("pause", "annual-trial", "--yes").expect(0)
    #expect(
      try text("Experiments/annual-trial.yaml")
        == before.replacing("status: running", with: "status: paused"))
  }

  @Test(.inExample)
  func `What a stopped experiment leaves behind can be decided anew`() async throws {
    try await experiment("stop", "annual-trial", "--after", "keep", "--anyway", "--yes").expect(0)
    let ended = try lines("Experiments/annual-trial.yaml")
    try await experiment("stop", "annual-trial", "--yes").expect(1)
    let run = try await experiment(
      "stop", "annual-trial", "--after", "winner", "--winner", "trial", "--anyway", "--yes")
    run.expect(0)
    let after = try lines("Experiments/annual-trial.yaml")
    #expect(after.filter { !ended.contains($0) } == ["after: winner", "winner: trial"])
  }

  @Test(.inExample)
  func `No phase begins in the past`() async throws {
    let run = try await experiment("restart", "annual-trial", "--at", "2020-01-01T00:00Z", "--yes")
    run.expect(2, complains: "has passed")
  }

  @Test(.inExample)
  func `Variants of which one withholds an introductory offer need evidence`() async throws {
    try Data(
      """
      title: Annual without its week
      products: [pro_yearly_trial]

      """.utf8
    ).write(to: folder.appending(path: "Paywalls/no-week.yaml"))
    let variants = [
      "--placement", "settings", "--variant", "control=standard-trial", "--variant",
      "bare=no-week",
    ]
    try await experiment("create", "week", variants + ["--yes"]).expect(0)
    try await experiment("start", "week", "--yes").expect(1, complains: "subscription.known: true")
    let asked = try await experiment(
      "set", "week", "audience={ subscription.known: true }", "--yes")
    asked.expect(0)
    try await experiment("start", "week", "--anyway", "--yes").expect(0)
    let opened = try await experiment("set", "week", "audience=", "--yes")
    opened.expect(1, complains: "cannot be compared")
  }

  @Test(.inExample) func `A control that nobody sees today is named`() async throws {
    // Placements.yaml shows 'standard' to browsers and nothing to all other visitors.
    for (control, audience, seen) in [
      ("standard", "everyone", "'nothing'"), ("standard", "browsers", nil),
      ("nothing", "browsers", "'standard'"), ("lite", "everyone", "'nothing' or 'standard'"),
    ] {
      let id = "\(control)-\(audience)"
      let options = [
        "--placement", "session-end", "--variant", "control=\(control)", "--variant",
        "gift=gift-wall", "--audience", audience, "--yes",
      ]
      let created = try await experiment("create", id, options)
      let started = try await experiment("start", id, "--yes", "--dry-run")
      for run in [created, started] {
        run.expect(0)
        let sentence = seen.map {
          "Control shows '\(control)' at 'session-end' to visitors who see \($0) today, so it is a "
            + "change too."
        }
        #expect(run.output.contains(sentence ?? "Control shows") == (seen != nil), "\(run.output)")
      }
    }
  }

  @Test(.inExample) func `JSON says what was written`() async throws {
    let run = try await experiment("pause", "annual-trial", "--yes", "--json")
    let card = try #require(try json(run.output) as? [String: Any])
    #expect(card["ending"] as? String == "written")
    #expect(card["file"] as? String == "Experiments/annual-trial.yaml")
  }
}

/// Runs a verb of `paywall experiment` on a folder: that of the test by default.
func experiment(
  _ verb: String, _ id: String, _ options: String..., in place: URL = folder
) async throws -> Run {
  try await experiment(verb, id, options, in: place)
}

func experiment(
  _ verb: String, _ id: String, _ options: [String], in place: URL = folder
) async throws -> Run {
  try await paywall(["experiment", verb, id] + options, in: place)
}

func text(_ path: String, in place: URL = folder) throws -> String {
  try String(contentsOf: place.appending(path: path), encoding: .utf8)
}

private func lines(_ path: String) throws -> [String] {
  try text(path).split(separator: "\n", omittingEmptySubsequences: false)
    .map(String.init)
}
