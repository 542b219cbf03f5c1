import Foundation
import Testing

/// A new name replaces every use of the old one, and nothing else of the files changes.
@Suite struct RenamingTests {
  @Test(
    .inExample,
    arguments: [
      (["product", "rename", "team_yearly", "team_annual"], "team_yearly", "team_annual"),
      (["audience", "rename", "lapsed", "left"], "lapsed", "left"),
      (["attribute", "rename", "exports", "exportCount"], "exports", "exportCount"),
      (["offer", "rename", "comeBack", "welcomeBack"], "comeBack", "welcomeBack"),
    ])
  func `Only the words of the name change`(words: [String], old: String, new: String) async throws {
    let before = try files(in: folder)
    try await paywall(words + ["--yes", "--update-personas", "--config", folder.path()]).expect(0)
    let after = try files(in: folder)
    #expect(before.keys.sorted() == after.keys.sorted())
    let word = "(?<![\\w.-])\(old)(?![\\w-])"
    for (path, text) in before where path.hasSuffix(".yaml") {
      let lines = zip(text.split(separator: "\n"), (after[path] ?? "").split(separator: "\n"))
      for (was, now) in lines where was != now {
        // Tables stay aligned.
        let expected = String(was).replacingOccurrences(
          of: word, with: new, options: .regularExpression)
        #expect(now.split(separator: " ") == expected.split(separator: " "), "\(path): \(now)")
      }
    }
    #expect(
      !after.values.joined().split(separator: "\n").contains { line in
        !line.contains("#") && line.range(of: word, options: .regularExpression) != nil
          && !line.contains("\"")
      })
    try await paywall("check", in: folder).expect(0)
  }

  @Test(.inExample)
  func `A paywall is renamed with its file, and a running experiment keeps what it shows`()
    async throws
  {
    try await paywall("wall", "rename", "team-wall", "teams", "--yes", in: folder).expect(0)
    let after = try files(in: folder)
    #expect(after["Paywalls/team-wall.yaml"] == nil && after["Paywalls/teams.yaml"] != nil)
    #expect(after["Experiments/team-or-solo.yaml"]?.contains("paywall: teams }") == true)
    try await paywall("check", in: folder).expect(0)
  }

  @Test(.inExample)
  func `A persona is renamed with its file`() async throws {
    try await paywall("persona", "rename", "left-in-october", "left-in-autumn", "--yes", in: folder)
      .expect(0)
    #expect(try files(in: folder)["Paywalls/personas/left-in-autumn.yaml"] != nil)
  }

  @Test(.inExample)
  func `A persona that fails already is renamed: only new failures count`() async throws {
    let file = "Paywalls/personas/left-in-october.yaml"
    let old = try text(file)
    let wrong = old.replacing("come-back-wall", with: "lite")
    try #require(wrong != old)
    try Data(wrong.utf8).write(to: folder.appending(path: file))
    try await paywall("check", in: folder).expect(1)
    try await paywall("persona", "rename", "left-in-october", "left-in-autumn", "--yes", in: folder)
      .expect(0)
    #expect(try text("Paywalls/personas/left-in-autumn.yaml") == wrong)
  }

  @Test(.inExample)
  func `A renamed offer keeps its identifier in App Store Connect`() async throws {
    let file = "Paywalls/store/offers.yaml"
    try replace("    id: loyalty_20\n", by: "", in: file, of: folder)
    let before = try text(file)
    let run = try await paywall("offer", "rename", "loyalty", "stayWithUs", "--yes", in: folder)
    run.expect(
      0, prints: "so the limits of 'stayWithUs' do not count them.",
      "One that asks to have 'loyalty' signed still gets it")
    #expect(
      try text(file)
        == before.replacing(
          "  loyalty:\n    kind: promotional\n",
          with: "  stayWithUs:\n    kind: promotional\n    id: loyalty\n"))
    #expect(try text("Paywalls/standard.yaml").contains("stayWithUs"))
    let show = try await paywall("offer", "show", "stayWithUs", "--json", in: folder)
    #expect((try json(show.output) as? [String: Any])?["id"] as? String == "loyalty")
    try await paywall("check", in: folder).expect(0)
  }

  @Test(.inExample)
  func `What a renamed offer means to apps in use is said before it is written`() async throws {
    let before = try files(in: folder)
    let run = try await paywall("offer", "rename", "loyalty", "stayWithUs", "--dry-run", in: folder)
    run.expect(0)
    let words = run.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("asks to have 'loyalty' signed gets 'unknownOffer'"), "\(words)")
    #expect(words.contains("asks for its identifier 'loyalty_20' first"))
    #expect(try files(in: folder) == before)
  }

  @Test(.inExample)
  func `An introductory offer that may be had again keeps its name`() async throws {
    try replace(
      "    period: P1W\n",
      by: "    period: P1W\n    again: true\n    limit: { perCustomer: 1, every: P1Y }\n",
      in: "Paywalls/store/offers.yaml", of: folder)
    let before = try files(in: folder)
    let run = try await paywall("offer", "rename", "trial", "freeWeek", "--yes", in: folder)
    run.expect(1, complains: "customers could have it again")
    #expect(try files(in: folder) == before)
  }

  @Test(.inExample)
  func `A paywall that is used is deleted with another one in its place`() async throws {
    let run = try await paywall(
      "wall", "delete", "gift-wall", "--replace-with", "standard", "--update-personas", "--yes",
      in: folder)
    run.expect(0)
    #expect(try files(in: folder)["Paywalls/gift-wall.yaml"] == nil)
    try await paywall("check", in: folder).expect(0)
  }

  @Test(.inExample) func `A paywall is created from products or from another one`() async throws {
    let first = try await paywall(
      "wall", "create", "winter", "--product", "pro_yearly", "--product", "pro_monthly", "--title",
      "Winter: 50% off", "--yes", in: folder)
    first.expect(0)
    #expect(
      try text("Paywalls/winter.yaml").hasSuffix(
        "title: \"Winter: 50% off\"\nproducts:\n  - pro_yearly\n  - pro_monthly\n"))
    try await paywall("wall", "create", "copy", "--from", "standard", "--yes", in: folder).expect(0)
    #expect(try text("Paywalls/copy.yaml") == text("Paywalls/standard.yaml"))
  }

  @Test(arguments: [
    (["product", "show", "pro_yearly"], "Paywalls/standard.yaml:"),
    (["audience", "show", "lapsed"], "Paywalls/targeting/placements.yaml:"),
    (["attribute", "show", "exports"], "Experiments/team-or-solo.yaml:"),
    (["persona", "show", "trial-in-london"], "standard-trial"),
    (["offer", "show", "loyalty"], "Paywalls/standard.yaml:"),
    (["product", "list"], "pro_lifetime"), (["audience", "list"], "britishIsles"),
    (["attribute", "list"], "planInterest"), (["persona", "list"], "as expected"),
  ])
  func `What there is can be read`(words: [String], word: String) async throws {
    try await paywall(words + ["--config", example]).expect(0, prints: word)
  }

  private func files(in folder: URL) throws -> [String: String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    return try Dictionary(
      uniqueKeysWithValues: paths.filter { $0.hasSuffix(".yaml") }.map { path in
        (path, try text(path, in: folder))
      })
  }
}
