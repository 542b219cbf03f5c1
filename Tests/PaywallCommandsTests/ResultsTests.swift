import ExperimentResults
import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Testing

@testable import CommandSupport
@testable import PaywallCommands

@Suite struct ExperimentResultsTests {
  /// Makes a ledger in which 40 persons were shown each variant, and its folder.
  private func withLedger(
    control: Int = 40, _ test: (_ path: String, _ folder: URL) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "r-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path() + "/ledger.sqlite"
    let opened = try SQLiteLedger.open(path: path)
    let moment = Timestamp(milliseconds: 1_793_700_000_000)
    for (variant, count) in [("control", control), ("trial", 40)] {
      let exposures = (0..<count).map { number in
        Exposure(
          id: "e",
          assignment: RecordedAssignment(
            experiment: "annual-trial", phase: 1, variant: variant, unit: "\(variant)-\(number)",
            unitKind: .visitor, recordedAt: moment), terms: nil, renderedAt: moment)
      }
      if !exposures.isEmpty { _ = try await opened.record(exposures, in: .production, at: moment) }
    }
    await opened.close()
    try await test(path, folder)
  }

  @Test func `Results say the verdict and answer eight questions`() async throws {
    try await withLedger { path, folder in
      let html = folder.appending(path: "page.html")
      let shown = try await paywall(
        "experiment", "results", "annual-trial", "--ledger", path, "--html", html.path())
      shown.expect(0)
      for words in ["WAIT", "Who is ahead?", "May I stop it?", "HEALTH", "LEFT OUT", "SOURCE"] {
        #expect(shown.output.contains(words), "\(words)")
      }
      #expect(shown.output.contains("of 80 people"))
      let page = try String(contentsOf: html, encoding: .utf8)
      #expect(page.hasPrefix("<!DOCTYPE html>"))
      #expect(!page.contains("Sign out"))
      try await paywall("experiment", "results", "annual-trial", "--ledger", path, "--phase", "7")
        .expect(2)
    }
  }

  @Test func `The page shows what each variant shows, and what differs`() async throws {
    try await withLedger { path, folder in
      func page(_ options: String...) async throws -> String {
        let html = folder.appending(path: "page.html")
        let ended = try await paywall(
          ["experiment", "results", "annual-trial", "--ledger", path, "--html", html.path()]
            + options)
        #expect(ended.status == 0, "\(ended.complaints)")
        return try String(contentsOf: html, encoding: .utf8)
      }
      let present = try await page()
      #expect(present.contains("Paywalls of each variant"))
      #expect(present.contains("Hypothesis: A free week on the annual plan brings more"))
      #expect(present.contains("now sells &#39;pro_yearly_trial&#39;"))
      #expect(present.split(separator: "class=\"phone").count - 1 == 2)
      // A file has no server beside it, loads nothing and runs nothing.
      for word in ["/preview/", "<script", "src=", "http:", "https:", "@import", "<link"] {
        #expect(!present.contains(word), "\(word)")
      }
      // A look back is at other paywalls, perhaps.
      #expect(!(try await page("--as-of", "2026-11-05")).contains("class=\"phone"))
    }
  }

  @Test func `The list has persons and verdicts where there is a ledger`() async throws {
    try await withLedger { path, _ in
      let shown = try await paywall("experiment", "list", "--ledger", path)
      let line = shown.output.split(separator: "\n").first { $0.contains("annual-trial") }
      #expect(line?.contains(/running +80 +Wait/) == true, "\(shown.output)")
    }
  }

  @Test func `A stop with a winner warns if the results do not say so`() async throws {
    try await withLedger { path, _ in
      let shown = try await paywall(
        "experiment", "stop", "annual-trial", "--after", "winner", "--winner", "trial", "--ledger",
        path, "--dry-run")
      #expect(shown.output.contains("the results do not say to ship 'trial'"), "\(shown.output)")
    }
  }

  /// 40 persons of one variant and none of another one, of equal width: p = 2⁻³⁹.
  @Test func `A silent variant breaks the results`() async throws {
    try await withLedger(control: 0) { path, _ in
      let shown = try await paywall("experiment", "results", "annual-trial", "--ledger", path)
      #expect(shown.output.contains("BROKEN"))
      #expect(shown.output.contains("help: "))
    }
  }

  @Test(arguments: [
    ["--by", "moon"], ["--phase", "0"], ["--environment", "mars"], ["--as-of", "someday"],
    ["--as-of", "2999-01-01"],
  ])
  func `Wrong options are refused`(options: [String]) async throws {
    try await paywall(["experiment", "results", "annual-trial"] + options).expect(2)
  }
}

@Suite struct ForestPlotTests {
  private func plot(_ rows: [(String, Double, Double, Double)], width: Int) -> [String] {
    ForestPlot(
      rows.map {
        .init(label: $0.0, interval: Interval(lower: $0.1, upper: $0.3), estimate: $0.2)
      }
    ).lines(width: width)
  }

  /// 40 columns for −0.212…+0.212 (3 % of the width on each side): 0 is in column 20 of 0…39, −0.2 in
  /// 1.1, 0.1 in 28.7, 0.15 in 33.3 and 0.2 in 37.9.
  @Test func `Intervals are drawn on one scale`() {
    #expect(
      plot([("a", -0.2, 0, 0.2), ("bc", 0.1, 0.15, 0.2)], width: 45) == [
        "a    ├──────────────────●─────────────────┤",
        "bc                      │        ├───●────┤",
        "    -21.2%              0             +21.2%",
      ])
  }

  @Test func `An open side has an arrow`() {
    let lines = plot([("a", -.infinity, 0, 0.2)], width: 40)
    #expect(lines.first?.contains("←") == true)
  }

  @Test(arguments: [0, 10, 22])
  func `Without room nothing is drawn`(width: Int) {
    #expect(plot([("a", -0.2, 0, 0.2)], width: width) == [])
  }

  @Test func `No line is wider than the terminal`() {
    for width in 24...120 {
      let lines = plot(
        [("a very long name of a variant, indeed", -3, 0.1, 900), ("b", 0, 0, 0)], width: width)
      #expect(lines.allSatisfy { displayWidth($0) <= width }, "\(width)")
    }
  }
}
