import HTTPDocuments

/// One picture as a page without script: the phone, and beside it the reasons. It loads nothing but
/// the images that the picture links.
package struct PicturePage {
  private let picture: Picture

  package init(_ picture: Picture) { self.picture = picture }

  /// The policy for servers that send the page; the page itself names its style by its digest.
  package static let contentSecurityPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    + "form-action 'none'; frame-ancestors 'none'"

  package var html: String { html(links: []) }

  /// - Parameter links: the links above the picture.
  package func html(links: [(title: String, address: String)]) -> String {
    let title = "\(picture.name), \(picture.visitor), \(picture.locale)"
    return Self.document(
      title: title, [("a", picture)],
      """
      <header><h1>\(.foreign(picture.name))</h1>
      <p>\(.foreign(picture.visitor)) · \(text: picture.locale)</p></header>
      \(Self.links(links))\(Self.choices)<div class="beside">
      \(PhoneMarkup(picture, named: "a").markup)<div class="reasons">
      \(reasons)</div></div>
      """
    ).text
  }

  static func links(_ links: [(title: String, address: String)]) -> Markup {
    guard !links.isEmpty else { return "" }
    let items = links.map {
      "<a href=\"\(text: $0.address)\">\(.foreign($0.title))</a>\n" as Markup
    }
    return "<nav class=\"ways\">\(items)</nav>\n"
  }

  /// A page around some phones.
  static func document(
    title: String, _ pictures: [(name: Markup, picture: Picture)], _ body: Markup
  ) -> Markup {
    let style = PictureStyle.style(of: pictures)
    let policy = PageStyle.fileSecurityPolicy(
      for: style, loadsImages: pictures.contains { $0.picture.screen?.loadsImages == true })
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(text: policy)">
      <meta name="referrer" content="no-referrer">
      <title>\(.foreign(title))</title>
      <style>\(style)</style>
      </head>
      <body><main>
      \(body)
      </main></body>
      </html>

      """
  }

  /// The choices that the page has without script: the width, the colours and the size of texts.
  static let choices: Markup = """
    <fieldset class="choices" aria-label="How to show it">
    <label><input type="radio" name="width" id="narrow" checked> 390 points</label>
    <label><input type="radio" name="width" id="wide"> 430 points</label>
    <label><input type="radio" name="colours" id="system" checked> System</label>
    <label><input type="radio" name="colours" id="light"> Light</label>
    <label><input type="radio" name="colours" id="dark"> Dark</label>
    <label><input type="radio" name="text" id="usual" checked> Usual text</label>
    <label><input type="radio" name="text" id="large"> Largest text</label>
    </fieldset>

    """

  private var reasons: Markup {
    var markup: Markup = ""
    if !picture.decision.isEmpty {
      markup += """
        <section><h2>Why this paywall</h2><p>\(.foreign(picture.decision))</p>
        <pre>\(.foreign(picture.trace))</pre></section>

        """
    }
    if !picture.offers.isEmpty {
      let rows = picture.offers.map { answer -> Markup in
        """
        <dt>\(.foreign(answer.offer)) on \(.foreign(answer.product))</dt>
        <dd>\(.foreign(answer.sentence))</dd>

        """
      }
      markup += "<section><h2>Offers that it tries</h2><dl>\n\(rows)</dl></section>\n"
    }
    if !picture.notes.isEmpty {
      let notes = picture.notes.map { "<li>\(.foreign($0))</li>\n" as Markup }
      markup += "<section><h2>Good to know</h2><ul>\n\(notes)</ul></section>\n"
    }
    return markup
  }
}
