import Testing
import YAMLText

@testable import CatalogFiles

@Suite("A report")
struct ReportTests {
  private let report = Loader.load(
    Base.with([
      "Paywalls/lite.yaml": "products: [pro_monthli]\n",
      "Paywalls/old.yaml": "products: [coins_100]\n",
    ])
  ).report

  @Test func `reads like that of a compiler`() {
    #expect(
      report.text() == """
        Paywalls/lite.yaml:1:12: error: there is no product 'pro_monthli'
          products: [pro_monthli]
                     ^^^^^^^^^^^
          help: did you mean 'pro_monthly'?

        Paywalls/old.yaml:1:1: warning: no visitor can reach the paywall 'old'
          products: [coins_100]
          ^^^^^^^^
          help: show it at a placement or in an experiment, or remove the file

        1 error, 1 warning in 13 files

        """)
  }

  @Test func `is one JSON object`() {
    #expect(
      report.json() == #"{"errors":1,"warnings":1,"files":13,"diagnostics":["#
        + #"{"severity":"error","code":"unknownName","file":"Paywalls/lite.yaml","#
        + #""line":1,"column":12,"endLine":1,"endColumn":23,"#
        + #""message":"there is no product 'pro_monthli'","help":"did you mean 'pro_monthly'?"},"#
        + #"{"severity":"warning","code":"unreachable","file":"Paywalls/old.yaml","#
        + #""line":1,"column":1,"endLine":1,"endColumn":9,"#
        + #""message":"no visitor can reach the paywall 'old'","#
        + #""help":"show it at a placement or in an experiment, or remove the file"}]}"#)
  }

  @Test func `annotates the lines of a pull request`() {
    #expect(
      report.github() == """
        ::error file=Paywalls/lite.yaml,line=1,col=12,endColumn=23::there is no product \
        'pro_monthli'%0Ahelp: did you mean 'pro_monthly'?
        ::warning file=Paywalls/old.yaml,line=1,col=1,endColumn=9::no visitor can reach the paywall \
        'old'%0Ahelp: show it at a placement or in an experiment, or remove the file
        1 error, 1 warning in 13 files

        """)
  }

  @Test(arguments: [
    (2, 1, 23, "2 errors, 1 warning in 23 files"), (1, 0, 1, "1 error in 1 file"),
    (0, 2, 3, "2 warnings in 3 files"), (0, 0, 23, "no mistakes in 23 files"),
  ])
  func summary(_ errors: Int, _ warnings: Int, _ files: Int, _ summary: String) {
    func finding(_ severity: Diagnostic.Severity) -> Diagnostic {
      Diagnostic(severity, code: .unused, in: "a.yaml", at: nil, "m", help: nil)
    }
    let report = Report(
      diagnostics: Array(repeating: finding(.error), count: errors)
        + Array(repeating: finding(.warning), count: warnings), sources: [:], fileCount: files)
    #expect(report.summary == summary)
    #expect(report.hasErrors == (errors > 0))
  }
}
