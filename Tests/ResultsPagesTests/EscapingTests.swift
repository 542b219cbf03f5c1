import HTTPDocuments
import PaywallAPI
import Testing

@testable import ResultsPages

/// A value of a page is text, whatever it holds.
struct EscapingTests {
  @Test(arguments: [
    ("<b>", "&lt;b&gt;"), ("a & b", "a &amp; b"), (#"" onload=""#, "&quot; onload=&quot;"),
    ("it's", "it&#39;s"),
    // Characters that begin with a quote and a sign, and are none.
    ("\"\u{301}x", "&quot;\u{301}x"), ("<\u{338}script", "&lt;\u{338}script"),
  ])
  func valuesAreEscaped(value: String, html: String) {
    #expect(("\(text: value)" as Markup).text.unicodeScalars.elementsEqual(html.unicodeScalars))
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
