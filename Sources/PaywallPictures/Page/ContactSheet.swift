package import HTTPDocuments
import PaywallPresentation

/// Pictures side by side: a row for each language or placement, a column for each visitor or variant.
package struct ContactSheet {
  private let name: String
  private let columns: [Column]
  private let rows: [Row]

  package struct Column: Sendable {
    package var title: String
    package var detail: String

    package init(title: String, detail: String) { (self.title, self.detail) = (title, detail) }
  }

  package struct Row: Sendable {
    /// A language, or a placement.
    package var title: String
    package var cells: [Cell]

    package init(title: String, cells: [Cell]) { (self.title, self.cells) = (title, cells) }
  }

  package struct Cell: Sendable {
    package var picture: Picture
    /// The address of the picture's page, from the sheet; `nil` if it has none.
    package var address: String?
    /// True if the phone looks different from that of the base.
    package var isChanged: Bool

    package init(picture: Picture, address: String?, isChanged: Bool) {
      (self.picture, self.address, self.isChanged) = (picture, address, isChanged)
    }
  }

  /// - Parameter name: the heading of its page.
  package init(_ name: String, columns: [Column], rows: [Row]) {
    (self.name, self.columns, self.rows) = (name, columns, rows)
  }

  package var cells: [Cell] { rows.flatMap(\.cells) }

  package var html: String { html(links: []) }

  /// - Parameter links: the links above the table.
  package func html(links: [(title: String, address: String)]) -> String {
    let (styled, table) = table
    return PicturePage.document(
      title: name, styled,
      """
      <header><h1>\(.foreign(name))</h1><p>Every language, as each visitor would see it</p></header>
      \(PicturePage.links(links))\(PicturePage.choices)\(table)
      """
    ).text
  }

  /// Returns the table for another page, where its style touches nothing else: a shadow tree
  /// without script.
  ///
  /// - Parameter instead: the content for browsers that know no such trees.
  /// - Returns: the table, and the style, which the policy of the page must allow.
  package func part(instead: Markup) -> (markup: Markup, style: Markup) {
    let (styled, table) = table
    let style = PictureStyle.style(of: styled)
    return (
      """
      <div><template shadowrootmode="open"><style>\(style)</style>
      \(table)
      </template>\(instead)</div>
      """, style
    )
  }

  /// The phones, with the class that each look of them has.
  private var table: (styled: [(name: Markup, picture: Picture)], markup: Markup) {
    // Phones of one look share a class, so that each image is in the page once.
    var looks: [Look: Int] = [:]
    var styled: [(name: Markup, picture: Picture)] = []
    let lines = rows.map { row -> Markup in
      let cells = row.cells.map { cell -> Markup in
        let look = Look(cell.picture.screen)
        if looks[look] == nil {
          looks[look] = looks.count
          styled.append(("look\(looks[look] ?? 0)", cell.picture))
        }
        return Self.cell(cell, "look\(looks[look] ?? 0)")
      }
      return "<tr><th scope=\"row\">\(text: row.title)</th>\n\(cells)</tr>\n"
    }
    let heads = columns.map { column -> Markup in
      "<th scope=\"col\">\(.foreign(column.title))<small>\(.foreign(column.detail))</small></th>\n"
    }
    return (
      styled,
      """
      <div class="sheet"><table>
      <thead><tr><td></td>\(heads)</tr></thead>
      <tbody>
      \(lines)</tbody></table></div>
      """
    )
  }

  private static func cell(_ cell: Cell, _ name: Markup) -> Markup {
    let count = cell.picture.notes.count
    let changed: Markup = cell.isChanged ? "<span class=\"changed\">changed</span>" : ""
    let notes: Markup =
      count == 0 ? "" : "<span class=\"note\">\(count) \(count == 1 ? "note" : "notes")</span>"
    let shown: Markup = """
      <div class="small">
      \(PhoneMarkup(cell.picture, named: name, isSmall: true).markup)</div>\(changed)\(notes)
      """
    let linked = cell.address.map { "<a href=\"\(text: $0)\">\(shown)</a>" as Markup }
    return "<td>\(linked ?? shown)</td>\n"
  }
}

/// Colours and images of a phone.
private struct Look: Hashable {
  let button: PaywallContent.Button?
  let hero: PictureImage?
  let darkHero: PictureImage?

  init(_ screen: Picture.Screen?) {
    button = screen?.content.button
    hero = screen?.hero
    darkHero = screen?.darkHero
  }
}

extension Picture {
  /// True if the phone shows the same texts and products, whatever the reasons are.
  package func looksLike(_ other: Picture) -> Bool {
    switch (screen, other.screen) {
    case (nil, nil): true
    case (let one?, let two?):
      one.paywall == two.paywall && one.content == two.content && one.products == two.products
    default: false
    }
  }
}
