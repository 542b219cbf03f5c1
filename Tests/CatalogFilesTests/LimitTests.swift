import Foundation
import PaywallCatalog
import TestSupport
import Testing
import YAMLText

@testable import CatalogFiles

@Suite("A folder of mistakes")
struct LimitTests {
  private func report(_ change: (inout [String: String]) -> Void) -> Report {
    var texts = Base.texts
    change(&texts)
    let files = ConfigurationFiles(files: texts.bytes)
    return Loader.load(files).report
  }

  private func unknownKeys(_ count: Int) -> String {
    (0..<count).map { "key\($0): 1\n" }.joined() + "products: []\n"
  }

  @Test("shows 100 of a file and says how many more there are, in every format")
  func ofFile() throws {
    let report = report { $0["Paywalls/many.yaml"] = unknownKeys(1_234) }
    // The paywall sells nothing, and no visitor can reach it.
    #expect(report.errorCount == 1_234)
    #expect(report.warningCount == 2)
    #expect(report.diagnostics.count == 100)
    #expect(report.diagnostics.allSatisfy { $0.severity == .error })
    #expect(report.diagnostics.map { $0.range?.start.line } == (1...100).map { $0 })
    #expect(report.omitted == 1_136)
    #expect(report.text().contains("\n\nPaywalls/many.yaml: and 1,136 more\n\n1234 errors"))
    #expect(report.github().contains("\n::notice ::Paywalls/many.yaml: and 1,136 more\n"))
    #expect(report.json().contains("\"errors\":1234,\"warnings\":2,"))
    #expect(report.json().contains("\"omitted\":1136,"))
  }

  @Test("shows 1,000 of a run, and counts the others by file and together")
  func ofRun() {
    let report = report { texts in
      for number in 10..<30 { texts["Paywalls/w\(number).yaml"] = unknownKeys(150) }
    }
    #expect(report.errorCount == 3_000)
    #expect(report.warningCount == 40)
    #expect(report.diagnostics.count == 1_000)
    #expect(report.diagnostics.last?.file == "Paywalls/w19.yaml")
    // 50 errors and 2 warnings of each of ten files, and all of the ten others.
    #expect(report.text().components(separatedBy: ": and 52 more\n").count == 11)
    #expect(report.text().contains("and 1,520 more in other files\n"))
  }

  @Test("says nothing of more where there is none")
  func few() {
    let report = report { $0["Paywalls/many.yaml"] = unknownKeys(98) }
    #expect(report.omitted == 0)
    #expect(report.diagnostics.count == 100)
    #expect(!report.text().contains(" more"))
    #expect(!report.json().contains("omitted"))
  }

  @Test("counts equal keys without keeping them")
  func duplicates() {
    let report = report { $0["Paywalls/many.yaml"] = String(repeating: "a:\n", count: 2_001) }
    // 2,000 duplicates, one unknown key, and no products.
    #expect(report.errorCount == 2_002)
    #expect(report.diagnostics.count == 100)
    #expect(report.text().utf8.count < 20_000)
  }

  @Test("makes no message that is not shown")
  func lazy() {
    let sink = DiagnosticSink()
    var made = 0
    func message() -> String {
      made += 1
      return "wrong"
    }
    for _ in 0..<5_000 {
      sink.error(.unknownKey, at: Place(file: "a"), message(), help: "mend it")
    }
    #expect(made == 100)
    #expect(sink.found.total.errors == 5_000)
    for number in 0..<5_000 {
      sink.warning(.unused, at: Place(file: "\(number)"), message(), help: "mend it")
    }
    #expect(made == 1_100)
    #expect(sink.found.shown.count == 1_000)
    #expect(sink.found.shown.count { $0.severity == .error } == 100)
  }

  @Test("prints little, however long its names and lines are")
  func long() {
    let name = String(repeating: "x", count: 200_000)
    let report = report { texts in
      texts["Paywalls/long.yaml"] = "extends: \(name)\ntitle: [\(name)]\n? \(name)\n: 1\n"
    }
    #expect(report.errorCount >= 3)
    for text in [report.text(), report.json(), report.github()] {
      #expect(text.utf8.count < 8_000)
    }
  }

  @Test("has limits for what rules compare with each other")
  func limits() {
    let products = (0..<501).map { "  - p\($0)\n" }.joined()
    let report = report { $0["Paywalls/long.yaml"] = "products:\n\(products)" }
    let found = report.diagnostics.first { $0.code == .tooMany }
    #expect(found?.message == "there are 501 products; the most is 500")
    #expect(found?.range?.start.line == 2)
  }

  @Test("is read up to 5,000 files")
  func files() throws {
    let folder = try TemporaryFolder(Base.texts)
    for number in 0..<5_001 { try folder.write("Experiments/x\(number).md", "") }
    let found = Loader.load(folder.path).report.diagnostics.filter { $0.severity == .error }
    #expect(
      found.first?.message == "there are more than 5000 files in this folder")
    #expect(found.first?.file == "Experiments")
  }

  @Test("of experiments that all meet names five and counts the rest")
  func meetings() {
    let report = report { texts in
      for number in 100..<160 {
        texts["Experiments/x\(number).yaml"] = """
          status: running
          placement: settings
          seed: 00000\(number)
          variants:
            control: { share: 50%, paywall: standard }
            other: { share: 50%, paywall: lite }
          """
      }
    }
    let meeting = report.diagnostics.filter { $0.code == .overlap }
    #expect(meeting.count >= 59)
    #expect(meeting.last?.message.contains(" and 5") == true)
  }
}
