import HTTPDocuments

extension Markup {
  static func document(_ title: String, _ body: Markup) -> Markup {
    page(
      title, style: ResultsStyle.css, head: "\n<meta name=\"referrer\" content=\"no-referrer\">",
      body)
  }

  /// A part of a page under its heading.
  ///
  /// - Parameter words: small, behind the heading.
  static func section(
    _ id: String, _ heading: String, words: String? = nil, style: String? = nil,
    _ content: Markup
  ) -> Markup {
    """
    <section\(style.map { " class=\"\(text: $0)\"" }) aria-labelledby="\(text: id)">
    <h2 id="\(text: id)">\(text: heading)\(small(words))</h2>
    \(content)
    </section>

    """
  }

  static func small(_ words: String?) -> Markup? { words.map { " <small>\(text: $0)</small>" } }

  static func note(_ text: String) -> Markup { "<p class=\"note\">\(text: text)</p>" }

  static func alert(_ text: String, _ tone: Tone, role: String? = nil) -> Markup {
    "<p class=\"alert \(text: tone.rawValue)\"\(role.map { " role=\"\(text: $0)\"" })>\(text: text)</p>"
  }

  static func items(_ texts: [String]) -> [Markup] { texts.map { "<li>\(text: $0)</li>" } }

  /// The square in a variant's colour, beside its name.
  static func key(_ color: String) -> Markup {
    "<span class=\"key \(text: color)\" aria-hidden=\"true\"></span>"
  }

  /// A table of texts, which scrolls by itself if it is wide.
  ///
  /// - Parameter style: `rows`, or `sums` for columns of numbers behind a name.
  static func rows(_ table: ResultsTable, style: String = "rows") -> Markup {
    let lines = table.rows.map { row -> Markup in
      "<tr>\(row.map { "<td>\(text: $0)</td>" })</tr>\n"
    }
    return """
      <div class="wide" role="group" aria-label="\(text: table.title)" tabindex="0"><table class="\(text: style)">
      <thead><tr>\(table.columns.map { "<th scope=\"col\">\(text: $0)</th>" })</tr></thead>
      <tbody>
      \(lines)
      </tbody>
      </table></div>
      """
  }
}
