import PaywallCatalog
import Serving
import TestSupport
import Testing
import YAMLText

@testable import CatalogFiles

/// Parsed files remember what each of them declares, so that an edit decodes one file. Whatever was
/// read before, the outcome must be that of reading all files anew.
@Suite("A judgement after an edit")
struct ShortJudgementTests {
  @Test("equals that of all files anew, whatever the edits break, here or far away")
  func randomEdits() {
    var random = SplitMix(state: 18)
    var (valid, broken, far) = (0, 0, 0)
    for _ in 0..<rounds(30, all: 300) {
      var texts = Self.texts
      var parsed = ParsedFiles(Self.files(texts))
      for _ in 0..<8 {
        let (path, text) = edit(of: texts, &random)
        texts[path] = text
        parsed = parsed.replacing(path, with: text.map { Array($0.utf8) })
        let report = expectSame(parsed, as: texts)
        if report.hasErrors { broken += 1 } else { valid += 1 }
        if report.diagnostics.contains(where: { $0.severity == .error && $0.file != path }) {
          far += 1
        }
      }
    }
    // Otherwise the edits would say nothing.
    #expect(min(valid, broken, far) > 20)
  }

  @Test("keeps nothing that lacks diagnostics for which there was no room, and no old vocabulary")
  func manyMistakes() {
    var texts = Self.texts
    for number in 0..<1_100 {
      texts["Experiments/many-\(number).yaml"] = """
        status: draft
        placement: settings
        audience: { sessions: { atLeast: \(number) } }
        slice: 0%-50%
        variants:
          control: { share: 50%, paywall: standard }
          other: { share: 50%, paywall: trial }

        """
    }
    let attributes = "Paywalls/targeting/attributes.yaml"
    var parsed = ParsedFiles(Self.files(texts))
    #expect(expectSame(parsed, as: texts).errorCount >= 1_100)
    for text in [
      Self.texts[attributes]?.replacing("sessions", with: "visits"), Self.texts[attributes],
    ] {
      texts[attributes] = text
      parsed = parsed.replacing(attributes, with: text.map { Array($0.utf8) })
      expectSame(parsed, as: texts)
    }
    // Now there is room for those of the last files.
    for number in 0..<1_000 {
      let path = "Experiments/many-\(number).yaml"
      texts[path] = nil
      parsed = parsed.replacing(path, with: nil)
    }
    #expect(expectSame(parsed, as: texts).diagnostics.count > 100)
  }

  @Test("counts what .check.yaml allows in files that were decoded before, by this list or another")
  func allowedWarnings() {
    var texts = Self.texts
    for number in 0..<150 {
      texts["Paywalls/personas/silent-\(number).yaml"] = "attributes: { sessions: \(number) }\n"
    }
    let silent = Self.allowing(message: "expects nothing")
    let one = Self.allowing(message: "expects nothing", file: "Paywalls/personas/silent-7.yaml")
    let none = Self.allowing(message: "no such words")
    var parsed = ParsedFiles(Self.files(texts))
    for (list, allowed, entryIsUsed) in [
      (nil, 0, false), (silent, 150, true), (silent, 150, true), (one, 1, true), (none, 0, false),
      (nil, 0, false),
    ] {
      let report = expectSame(parsed, as: texts, allowed: list)
      #expect(report.allowedCount == allowed)
      #expect(
        list?.completing(report).diagnostics.contains { $0.code == .allowsNothing } ?? false
          == (list != nil && !entryIsUsed))
      // One file is decoded again, the others are remembered.
      texts["Paywalls/personas/silent-3.yaml", default: ""] += "# a comment\n"
      parsed = parsed.replacing(
        "Paywalls/personas/silent-3.yaml",
        with: texts["Paywalls/personas/silent-3.yaml"].map { Array($0.utf8) })
    }
  }

  @Test(
    "equals that of all files anew also where warnings are allowed, beyond the limits of a report")
  func randomEditsWithAllowedWarnings() {
    var random = SplitMix(state: 23)
    var texts = Self.texts
    for number in 0..<1_050 {
      texts["Paywalls/personas/silent-\(number).yaml"] = "attributes: { sessions: \(number) }\n"
    }
    let lists = [
      Self.allowing(message: "expects nothing"),
      Self.allowing(message: "expects nothing", file: "Paywalls/personas/silent-7.yaml"), nil,
    ]
    var parsed = ParsedFiles(Self.files(texts))
    var allowed = 0
    for _ in 0..<rounds(6, all: 60) {
      let (path, text) = edit(of: texts, &random)
      texts[path] = text
      parsed = parsed.replacing(path, with: text.map { Array($0.utf8) })
      for list in lists {
        allowed += expectSame(parsed, as: texts, allowed: list).allowedCount
      }
    }
    // Otherwise the lists would say nothing.
    #expect(allowed > 1_050)
  }

  private static func allowing(message: String, file: String? = nil) -> AllowedWarnings {
    let file = file.map { "    file: \($0)\n" } ?? ""
    return AllowedWarnings(
      Array(
        """
        allow:
          - code: noEffect
            message: \(message)
        \(file)    reason: They come with the next version.

        """.utf8))
  }

  /// - Returns: the report of both.
  @discardableResult
  private func expectSame(
    _ parsed: ParsedFiles, as texts: [String: String], allowed: AllowedWarnings? = nil
  ) -> Report {
    let short = Loader.load(parsed, allowed: allowed)
    let whole = Loader.load(ParsedFiles(Self.files(texts), .oneThread), allowed: allowed)
    #expect(short.report.allowances.used == whole.report.allowances.used)
    #expect(short.report.allowedCount == whole.report.allowedCount)
    #expect(short.report.text() == whole.report.text())
    #expect(short.report.json() == whole.report.json())
    expectSame(short.snapshot, whole.snapshot)
    return whole.report
  }

  private func expectSame(_ short: Snapshot?, _ whole: Snapshot?) {
    #expect((short == nil) == (whole == nil))
    guard let short, let whole else { return }
    #expect(short.release == whole.release)
    #expect(short.schema == whole.schema)
    #expect(short.paywalls == whole.paywalls)
    #expect(short.experiments == whole.experiments)
    #expect(short.personas == whole.personas)
    #expect(short.placements == whole.placements)
    #expect(short.layers == whole.layers)
    #expect(short.audiences == whole.audiences)
    #expect(short.offers == whole.offers)
    #expect(short.products == whole.products)
  }

  /// Another text of one file; `nil` removes it.
  private func edit(
    of texts: [String: String], _ random: inout SplitMix
  ) -> (path: String, text: String?) {
    let path = Self.texts.keys.sorted()[random.below(Self.texts.count)]
    guard let text = texts[path], random.below(4) > 0 else { return (path, Self.texts[path]) }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let line = random.below(lines.count)
    switch random.below(8) {
    case 0: return (path, nil)
    case 1: lines.remove(at: line)
    case 2: lines.insert(lines[line], at: line)
    case 3: lines.insert("unknown: [", at: line)
    default:
      let words = Self.words.filter(text.contains)
      guard let word = words.randomElement(using: &random),
        let other = Self.words.randomElement(using: &random)
      else { break }
      return (path, text.replacing(word, with: other, maxReplacements: 1 + random.below(2)))
    }
    return (path, lines.joined(separator: "\n"))
  }

  /// Names, states and numbers that files share, so that a change of one breaks others.
  private static let words = [
    "standard", "lite", "trial", "isles", "lapsed", "newcomers", "everyone", "pricing",
    "onboarding",
    "settings", "pro_yearly", "pro_monthly", "pro_yearly_trial", "loyalty", "running", "archived",
    "stopped", "draft", "0%-40%", "30%-70%", "50%", "7f3a9c21", "51c0e8d2", "sessions", "score",
    "annual-trial", "other-price", "control", "GB", "JP", "en", "ja", "integer", "string",
  ]

  private static let texts = SampleConfiguration.texts.with([
    "Experiments/other-price.yaml": """
    status: running
    placement: [onboarding, settings]
    audience: { sessions: { atLeast: 3 } }
    layer: pricing
    slice: 40%-70%
    seed: 0a1b2c3d
    variants:
      control: { share: 50%, paywall: standard }
      lite: { share: 50%, paywall: lite }
    schedule: { start: 2026-12-01T09:00Z }

    """,
    "Paywalls/personas/regular.yaml": """
    attributes: { sessions: 4, country: GB }
    subscription: { pro.state: expired, lapsedDays: 40 }
    expect:
      onboarding: { show: standard, experiment: annual-trial, variant: control }
      settings: nothing

    """,
  ])

  private static func files(_ texts: [String: String]) -> ConfigurationFiles {
    ConfigurationFiles(files: texts.bytes)
  }
}
