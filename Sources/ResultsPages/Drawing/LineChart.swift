import HTTPDocuments

/// A line for each variant over days, or for each sum over months, with its legend, and the same as a table.
struct LineChart {
  struct Line {
    var color: String
    var variant: String
    /// The newest value, in words.
    var last: String
    /// In a box of 1000 × 1000.
    var path: String
    var spread: String?
  }

  /// A word at a value or a day; places are percent.
  struct Tick {
    var at: Double
    var text: String
  }

  struct Row {
    var day: String
    /// By line.
    var cells: [(value: String, people: String?)]
  }

  var label: String
  var lines: [Line]
  var values: [Tick]
  var days: [Tick]
  /// The first place from which some persons are not counted yet.
  var immatureFrom: Double?
  var rows: [Row]
  /// The heading of the days.
  var time = "Day"

  var markup: Markup {
    let legend = lines.map { line -> Markup in
      "<li>\(Markup.key(line.color))\(text: line.variant): \(text: line.last)</li>"
    }
    return """
      <ul class="legend">\(legend)</ul>
      <figure><svg width="100%" height="260" role="img" aria-label="\(text: label)">\(grid)\(immature?.ground)<svg viewBox="0 0 1000 1000" preserveAspectRatio="none" y="10" width="100%" height="220">\(paths)</svg>\(words)</svg></figure>
      <details class="figures"><summary>The same as a table</summary>
      \(table)
      </details>
      """
  }

  private static func height(_ tick: Tick) -> Double { 230 - tick.at * 2.2 }

  private var grid: [Markup] {
    values.map { value in
      let y = Self.height(value).coordinate
      return "<line class=\"grid\" x1=\"0%\" x2=\"100%\" y1=\"\(text: y)\" y2=\"\(text: y)\"/>"
    }
  }

  private var paths: [Markup] {
    lines.map { line in
      let spread = line.spread.map {
        "<path class=\"spread \(text: line.color)\" d=\"\(text: $0)\"/>" as Markup
      }
      return "\(spread)<path class=\"line \(text: line.color)\" d=\"\(text: line.path)\"/>"
    }
  }

  private var words: Markup {
    let values = values.map { value -> Markup in
      "<text x=\"0%\" y=\"\(text: (Self.height(value) - 4).coordinate)\">\(text: value.text)</text>"
    }
    let days = days.map { day -> Markup in
      "<text x=\"\(text: day.at.coordinate)%\" y=\"250\" text-anchor=\"\(text: Scale.anchor(day.at))\">\(text: day.text)</text>"
    }
    return "\(values)\(immature?.word)\(days)"
  }

  private var immature: (ground: Markup, word: Markup)? {
    immatureFrom.map { from in
      let left = from.coordinate
      let isWide = from < 60
      let (at, anchor) = isWide ? (from + 1, "start") : (from - 1, "end")
      return (
        """
        <rect class="immature" x="\(text: left)%" width="\(text: (100 - from).coordinate)%" y="10" height="220"/><line class="immature-edge" x1="\(text: left)%" x2="\(text: left)%" y1="10" y2="230"/>
        """,
        """
        <text class="immature-word" x="\(text: at.coordinate)%" y="24" text-anchor="\(text: anchor)">not everyone is counted yet</text>
        """
      )
    }
  }

  private var table: Markup {
    let heads = lines.enumerated().map { place, line -> Markup in
      let hasPeople = self.rows.contains { $0.cells[place].people != nil }
      let people: Markup? = hasPeople ? "<th scope=\"col\" class=\"number\">people</th>" : nil
      return "<th scope=\"col\" class=\"number\">\(text: line.variant)</th>\(people)"
    }
    let rows = rows.map { row -> Markup in
      let cells = row.cells.map { cell -> Markup in
        let people = cell.people.map { "<td class=\"number\">\(text: $0)</td>" as Markup }
        return "<td class=\"number\">\(text: cell.value)</td>\(people)"
      }
      return "<tr><th scope=\"row\">\(text: row.day)</th>\(cells)</tr>\n"
    }
    return """
      <table>
      <thead><tr><th scope="col">\(text: time)</th>\(heads)</tr></thead>
      <tbody>
      \(rows)
      </tbody>
      </table>
      """
  }
}
