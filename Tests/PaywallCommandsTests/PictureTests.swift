import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

@Suite struct PictureCommandTests {
  @Test func `a persona's picture shows the offer, in the page and in JSON`() async throws {
    let run = try await paywall(
      "picture", "onboarding", "--as", "trial-in-london", "--config", example)
    run.expect(0)
    #expect(run.output.hasPrefix("<!doctype html>"))
    #expect(run.output.contains("1 week free, then US$59.99 a year"))
    #expect(run.output.contains("onboarding: standard-trial, experiment (annual-trial trial"))
    #expect(run.output.contains("data:image/webp;base64,"))
    let answer = try await paywall(
      "picture", "onboarding", "--as", "trial-in-london", "--json", "--config", example)
    let object = try #require(json(answer.output) as? [String: Any])
    let products = try #require(object["products"] as? [[String: Any]])
    #expect(products.first?["offer"] as? String == "1 week free, then US$59.99 a year")
    #expect(products.first?["badge"] as? String == "Best value")
  }

  @Test func `the example app in its three languages has no price or word missing`() async throws {
    for (locale, billed) in [
      ("en", "$59.99 a year"), ("de", "59,99\u{A0}$ pro Jahr"), ("ja", "年額 $59.99"),
    ] {
      let run = try await paywall(
        "picture", "standard", "--locale", locale, "--country", "US", "--json", "--config", example)
      #expect(run.output.contains(billed), "\(run.output)")
      #expect(!run.output.contains("no price"))
    }
  }

  @Test(.inFolder)
  func `a sheet has a row for each language and a column for each persona and variant`()
    async throws
  {
    let run = try await paywall(
      "picture", "onboarding", "--out", folder.appending(path: "sheet").path(), "--config",
      example)
    run.expect(0)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "sheet").path())
    // Two personas, and one in an experiment with two variants, in three languages.
    #expect(files.count == 1 + 4 * 3)
    #expect(files.contains("onboarding-trial-in-london-trial-ja.html"))
    let index = try String(contentsOf: folder.appending(path: "sheet/index.html"), encoding: .utf8)
    #expect(index.ranges(of: "<th scope=\"col\">").count == 4)
    #expect(index.ranges(of: "<th scope=\"row\">").count == 3)
    // Each image is in the page once.
    #expect(index.ranges(of: "base64,").count <= 6)
  }

  @Test(.inExample)
  func `a plan for a pull request names the pictures that change, by language`() async throws {
    let file = folder.appending(path: "Paywalls/standard.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacing("de: Alles freischalten", with: "de: Alles öffnen")
      .write(to: file, atomically: true, encoding: .utf8)
    let run = try await paywall(
      "plan", example, folder.path(), "--count", "100", "--format", "markdown")
    run.expect(0)
    for column in ["trial-in-london-control", "trial-in-london-trial"] {
      #expect(run.output.contains("| **onboarding** | \(column) | de |\n"), "\(run.output)")
    }
    #expect(run.output.firstMatch(of: /\n[0-9]+ of [0-9]+ pictures change\.\n/) != nil)
    #expect(!run.output.contains("| en"))
    let same = try await paywall("plan", example, example, "--format", "markdown")
    #expect(!same.output.contains("Pictures"))
  }

  @Test func `a name that is none, and options that exclude each other, are refused`() async throws
  {
    let wrong = try await refusal(["picture", "onbording", "--config", example])
    #expect(wrong?.message == "there is no placement and no paywall 'onbording'")
    #expect(wrong?.help?.contains("onboarding") == true)
    #expect(try await refusal(["picture", "--config", example])?.status == .wrongUsage)
    #expect(
      try await refusal(["picture", "lite", "--out", "a", "--html", "b"])?.status == .wrongUsage)
    #expect(try await refusal(["picture", "lite", "--base", "HEAD"])?.status == .wrongUsage)
  }

  @Test(.inExample) func `check looks at the images of the folder`() async throws {
    let images = folder.appending(path: "Paywalls/images")
    try Data(count: 401 * 1024).write(to: images.appending(path: "dawn.webp"))
    try FileManager.default.removeItem(at: images.appending(path: "dusk.webp"))
    let run = try await paywall("check", in: folder)
    run.expect(
      0, prints: "'Paywalls/images/dawn.webp' has 401 KB",
      "there is no file 'Paywalls/images/dusk.webp'", "Paywalls/standard.yaml:")
  }

  @Test func `the example app has no warnings`() async throws {
    try await paywall("check", "--strict", "--config", example).expect(0)
  }
}
