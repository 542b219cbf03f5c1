import Testing
import YAMLText

@testable import CatalogFiles

@Suite("A mistake")
struct MistakeTests {
  @Test("is reported on its line, alone, with help", arguments: Mistake.all)
  func reported(_ mistake: Mistake) throws {
    let loaded = try #require(mistake.loaded)
    let (snapshot, report) = (loaded.snapshot, loaded.report)
    var open = mistake.marks
    for diagnostic in report.diagnostics {
      let line = diagnostic.range?.start.line ?? 1
      let marks = open[diagnostic.file]?[line] ?? []
      let index = marks.firstIndex {
        $0.severity == diagnostic.severity.rawValue && diagnostic.message.contains($0.fragment)
      }
      guard let index else {
        Issue.record("not marked: \(diagnostic.text(source: report.sources[diagnostic.file]))")
        continue
      }
      open[diagnostic.file]?[line]?.remove(at: index)
    }
    for (file, lines) in open {
      for (line, marks) in lines where !marks.isEmpty {
        Issue.record("not reported: \(file):\(line): \(marks)")
      }
    }
    let hasErrors = report.diagnostics.contains { $0.severity == .error }
    #expect((snapshot == nil) == hasErrors)
    #expect(mistake.marks.values.contains { !$0.isEmpty }, "the fixture marks nothing")
  }

  @Test("has a help, and a range inside its file", arguments: Mistake.all)
  func complete(_ mistake: Mistake) throws {
    let report = try #require(mistake.loaded).report
    for diagnostic in report.diagnostics {
      #expect(diagnostic.help?.isEmpty == false, "\(diagnostic.message)")
      guard let range = diagnostic.range else { continue }
      let source = report.sources[diagnostic.file]
      #expect(range.start <= range.end)
      #expect(range.end.offset <= source?.text.utf8.count ?? 0)
      #expect(range.start.line <= source?.lineCount ?? 0)
    }
  }

  @Test func `there are at least eighty of them, named after what is wrong`() {
    #expect(Mistake.all.count >= 80)
  }

  @Test func `is not in the base on which the others are laid`() {
    let (snapshot, report) = Loader.load(Base.files)
    #expect(report.diagnostics == [], "\(report.text())")
    #expect(snapshot != nil)
    #expect(report.summary == "no mistakes in 12 files")
  }
}
