import PaywallCatalog
import Testing
import YAMLText

@testable import CatalogFiles

/// Mistakes that people type, and the help that says what to type instead.
@Suite("The help of a mistake")
struct HelpTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    var file: String
    var old: String
    var new: String
    var helps: [String]

    init(_ file: String, _ old: String, _ new: String, _ helps: String...) {
      (self.file, self.old, self.new, self.helps) = (file, old, new, helps)
    }

    var testDescription: String { new }
  }

  private static let cases = [
    Case(
      "Experiments/annual-trial.yaml", "share: 50%, paywall: standard }",
      "share: 59,5%, paywall: standard }", "write a point: 59.5%"),
    Case(
      "Paywalls/targeting/audiences.yaml", "country: [GB, IE]", "country: IN, BR",
      "write a list: [IN, BR]"),
    Case(
      "Paywalls/targeting/audiences.yaml", "{ country: [GB, IE] }", "\n    country: IN, BR",
      "write a list: [IN, BR]"),
    Case(
      "Paywalls/targeting/placements.yaml", "default: nothing", "default: none",
      "did you mean 'nothing'?"),
    Case(
      "Paywalls/store/offers.yaml", "period: P1W", "period: P1W\n    start: 2026-12-01T00:00Z",
      "write 'from'"),
    Case(
      "Paywalls/store/offers.yaml", "period: P1W",
      "period: P1W\n    from: 2026-12-01T00:00Z\n    window: { until: 2026-12-24T00:00Z }",
      "keep 'from' and 'until', and remove 'window'"),
    Case(
      "Experiments/annual-trial.yaml", "status: running", "status: running\nend: 2026-12-22T09:00Z",
      "write 'until'"),
    Case(
      "Paywalls/targeting/placements.yaml", "from: 2026-11-25T00:00Z",
      "start: 2026-11-25T00:00Z", "write 'from'"),
    Case(
      "Paywalls/standard.yaml", "de: Alles freischalten", "ger: Alles freischalten",
      "did you mean 'de'?"),
    Case(
      "Experiments/annual-trial.yaml", "paywall: trial }", "paywall: trial.yaml }",
      "did you mean 'trial'?"),
    Case(
      "Paywalls/targeting/placements.yaml", "from: 2026-11-25T00:00Z", "from: 24.11.2026",
      "write 2026-11-24T00:00Z, or the zone that is meant, like +01:00"),
    Case(
      "Paywalls/targeting/placements.yaml", "from: 2026-11-25T00:00Z", "from: 3.11.2026 18:00",
      "write 2026-11-03T18:00Z, or the zone that is meant, like +01:00"),
    Case(
      "Paywalls/targeting/placements.yaml", "from: 2026-11-25T00:00Z", "from: 11/24/2026",
      "write 2026-11-24T00:00Z, or the zone that is meant, like +01:00"),
    Case(
      "Paywalls/targeting/placements.yaml", "from: 2026-11-25T00:00Z", "from: 11/12/2026",
      "write a day that there is, with time and zone, like 2026-12-01T09:00Z"),
    Case(
      "Experiments/annual-trial.yaml", "status: running", "status: ended", "did you mean 'stopped'?"
    ),
    Case(
      "Experiments/annual-trial.yaml", "paywall: standard }",
      "paywall: standard }\n  third: { share: 50%, paywall: lite }",
      "it is running, so its shares are frozen: put back those that sum to 100%, or see "
        + "'paywall experiment restart --help'"),
    Case(
      "Paywalls/store/products.yaml", "period: P1M,", "period: P1M, price: 29.99,",
      "remove it: prices are App Store Connect's; for pictures, write them in "
        + "Paywalls/store/prices.yaml"),
    Case(
      "Paywalls/store/products.yaml", "period: P1M,", "period: P1M, trial: P1W,",
      "remove it: a trial is an offer of kind 'introductory' in Paywalls/store/offers.yaml"),
    Case(
      "Paywalls/targeting/placements.yaml", "    rules:\n",
      "    rules:\n      - { if: isles, show: lite }\n", "did you mean 'audience'?"),
    Case(
      "Paywalls/targeting/placements.yaml", "settings:\n    default: nothing", "settings: nothing",
      "write { default: nothing }"),
    Case(
      "Paywalls/targeting/placements.yaml", "default: nothing", "default: nothing\n    country: FR",
      "write a rule for the others: 'rules: [{ audience: { country: FR }, show: lite }]'"),
    rule(for: "country DE or AT", "write { country: [DE, AT] }"),
    rule(for: "FR", "write { country: FR }"),
    rule(for: "Germany, UK", "write { country: [DE, GB] }"),
    rule(
      for: "no",
      "declare it in Paywalls/targeting/audiences.yaml, or use 'atRisk', 'everyone', 'isles', "
        + "'lapsed' or 'newcomers', or write a condition like { country: DE }"),
  ]

  /// A first rule with this audience.
  private static func rule(for audience: String, _ help: String) -> Case {
    let rules = "    rules:\n"
    return Case(
      "Paywalls/targeting/placements.yaml", rules,
      rules + "      - audience: \(audience)\n        show: lite\n", help)
  }

  @Test("is what the person meant", arguments: cases)
  private func meant(_ mistake: Case) throws {
    let text = try #require(Base.texts[mistake.file])
    try #require(text.contains(mistake.old))
    let changed = text.replacing(mistake.old, with: mistake.new, maxReplacements: 1)
    let report = Loader.load(Base.with([mistake.file: changed])).report
    #expect(report.diagnostics.map(\.help) == mistake.helps, "\(report.text())")
  }

  @Test(
    "of an experiment that is stopped by hand has the present moment",
    arguments: [
      ("", "write when it stopped, like 'until: 2026-12-10T08:30Z'"),
      ("until: 2026-12-22T09:00Z\n", "write 2026-12-10T08:30Z, or 'status: running'"),
      ("until: 2026-12-10T08:00Z\n", nil),
    ])
  func stopped(until: String, help: String?) throws {
    let file = "Experiments/annual-trial.yaml"
    let text = try #require(Base.texts[file]).replacing("status: running", with: "status: stopped")
      .replacing(#/schedule: .*/#, with: "from: 2026-12-01T09:00Z\n\(until)")
    let now = try #require(Timestamp(rfc3339: "2026-12-10T08:30:12Z"))
    let report = Loader.load(ParsedFiles(Base.with([file: text])), at: now).report
    let helps = report.diagnostics.compactMap(\.help)
    #expect(helps.count == (help == nil ? 0 : 1), "\(report.text())")
    #expect(helps.allSatisfy { $0.hasPrefix(help ?? "") })
  }

  @Test(
    "tells the name that a file is to have, and nothing else",
    arguments: ["Lite", "lite🎄", "-lite", "lite "])
  func fileName(_ name: String) throws {
    var files = Base.files
    files.files["Paywalls/\(name).yaml"] = files.files.removeValue(forKey: "Paywalls/lite.yaml")
    let report = Loader.load(files).report
    #expect(report.diagnostics.count == 1, "\(report.text())")
    #expect(report.diagnostics.first?.help?.hasSuffix("'lite.yaml'") == true)
  }
}
