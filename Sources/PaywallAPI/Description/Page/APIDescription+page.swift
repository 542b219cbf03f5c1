import Crypto
import Foundation

extension APIDescription {
  /// The description for people: one page that loads and runs nothing.
  package var page: String {
    let page: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(text: Self.title): the API</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <nav aria-label="Contents">
      <p class="name"><a href="#top">\(text: Self.title)</a></p>
      \(topics.map(contents))
      <h2>Shapes</h2>
      <ul class="shapes">\(components.map { "<li><a href=\"#\(text: $0.rawValue)\">\(text: $0.rawValue)</a></li>" })</ul>
      </nav>
      <main id="top">
      <h1>The API of \(text: Self.title)</h1>
      <p class="summary">\(text: Self.summary)</p>
      \(.prose(Self.introduction))
      <p>For programs: <a href="/openapi.json">/openapi.json</a>, OpenAPI 3.1.</p>
      \(topics.map(chapter))
      <section><h2>Shapes</h2>
      \(components.map(shape))
      </section>
      </main>
      </body>
      </html>

      """
    return page.text
  }

  /// Allows the page its own style, and nothing else.
  package static let contentSecurityPolicy =
    "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let digest = Data(SHA256.hash(data: Data(style.text.utf8))).base64EncodedString()

  private var topics: [Operation.Topic] {
    Operation.Topic.allCases.filter { !routes(of: $0).isEmpty }
  }

  private func contents(of topic: Operation.Topic) -> Markup {
    "<h2>\(text: topic.rawValue)</h2><ul>\(routes(of: topic).map { "<li>\($0.line)</li>" })</ul>\n"
  }

  private func chapter(of topic: Operation.Topic) -> Markup {
    "<section><h2>\(text: topic.rawValue)</h2>\n\(routes(of: topic).map(\.article))</section>\n"
  }

  private func shape(of component: Component) -> Markup {
    """
    <article id="\(text: component.rawValue)"><h3><a href="#\(text: component.rawValue)">\(text: component.rawValue)</a></h3>
    \(.schema(component.schema.content))</article>

    """
  }
}
