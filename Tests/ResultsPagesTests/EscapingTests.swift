import Testing

@testable import ResultsPages

/// What a template shows is text, whatever it holds.
struct EscapingTests {
  @Test(arguments: [
    ("<b>", "&lt;b&gt;"), ("a & b", "a &amp; b"), (#"" onload=""#, "&quot; onload=&quot;"),
    ("it's", "it&#39;s"),
    // Characters that begin with a quote and a sign, and are none.
    ("\"\u{301}x", "&quot;\u{301}x"), ("<\u{338}script", "&lt;\u{338}script"),
  ])
  func valuesAreEscaped(value: String, html: String) {
    #expect(EscapedText(value).renderText.unicodeScalars.elementsEqual(html.unicodeScalars))
  }

  @Test func everyTemplateCanBeParsed() {
    for name in ResultsTemplates.Name.allCases {
      #expect(!ResultsTemplates.render(name, [:]).isEmpty, "\(name)")
    }
  }

  /// `{{name}}` would escape a second time, and `{{&name}}` is another way to write `{{{name}}}`.
  @Test func templatesTakeValuesInOneWay() {
    for name in ResultsTemplates.Name.allCases {
      let others = name.text.replacing(/\{\{\{[^{}]*\}\}\}/, with: "")
      for tag in others.matches(of: /\{\{([^{}]*)\}\}/).map(\.output.1) {
        #expect("#/^>".contains(tag.prefix(1)), "\(name): \(tag)")
      }
    }
  }

  @Test func namesOfTheConfigurationAreNoMarkup() {
    let html = ResultsPage(ReportCase.hostile.report).html
    #expect(!html.contains("<script"))
    #expect(!html.contains("<i>"))
    // No quote of a name ends an attribute: all that is between quotes has none of its own.
    #expect(
      !html.unicodeScalars.split(separator: "\u{301}").dropLast().contains { part in
        part.last == "\"" || part.last == "<"
      })
  }
}
