import HTTPDocuments
import HTTPTypes

/// The documentation that one server shows one reader: the description of its API, with examples
/// that work against this server.
package struct Documentation: Sendable {
  let description: APIDescription
  let reader: Reader
  let service: Service
  /// The operations that answer with each problem. Made once, because a route's problems are
  /// gathered from several lists.
  private let places: [Problem.Code: [DescribedRoute]]

  package init(_ description: APIDescription, for reader: Reader, of service: Service) {
    self.description = description
    self.reader = reader
    self.service = service
    var places: [Problem.Code: [DescribedRoute]] = [:]
    for route in description.routes {
      for code in route.problems { places[code, default: []].append(route) }
    }
    self.places = places
  }

  /// The values that differ between readers.
  package struct Reader: Hashable, Sendable {
    /// Scheme, host and port, under which the reader sees the server; `nil` if unknown.
    package var address: String?
    package var names: ExampleNames
    /// Whether the server has API keys.
    package var hasKeys: Bool

    package init(address: String?, names: ExampleNames, hasKeys: Bool) {
      self.address = address
      self.names = names
      self.hasKeys = hasKeys
    }
  }

  /// The capabilities of the process.
  package struct Service: Hashable, Sendable {
    package var isReadOnly: Bool
    package var signsBundles: Bool

    package init(isReadOnly: Bool, signsBundles: Bool) {
      self.isReadOnly = isReadOnly
      self.signsBundles = signsBundles
    }
  }

  /// Limits where the page's form may send to, and what the page may load: its own style.
  package static var contentSecurityPolicy: String { APIDescription.contentSecurityPolicy }
}

extension Documentation {
  /// The whole page, from the first steps to the last shape.
  package var page: String {
    Self.document(
      title: "\(APIDescription.title): the API",
      """
      <main id="top">
      <h1>The API of \(text: APIDescription.title)</h1>
      <p class="summary">\(text: APIDescription.summary)</p>
      <p>Read the first steps in their order. Then look up what you need, by chapter or with the \
      search. For programs: <a href="/openapi.json">/openapi.json</a>, OpenAPI 3.1.</p>
      <ol class="steps">\(Self.guide.map { "<li><a href=\"#\(text: $0.id)\">\(text: $0.title)</a></li>" })</ol>
      \(Self.guide.enumerated().map { step($0.offset + 1, $0.element) })
      \(description.topics.map(chapter))
      <section><h2 id="problems">Problems</h2>
      <p>Every code, with its status and the operations that answer with it. A code never changes.</p>
      \(Problem.Code.allCases.map(problem))
      </section>
      <section><h2 id="shapes">Shapes</h2>
      \(description.components.map(shape))
      </section>
      </main>
      \(contents)
      """)
  }

  /// A page around `content`, with the search at its top.
  static func document(title: String, search: String = "", _ content: Markup) -> String {
    Markup.page(
      title, style: APIDescription.style,
      """
      <a class="skip" href="#top">Skip to the text</a>
      <header>
      <p class="name"><a href="/docs">\(text: APIDescription.title)</a></p>
      <form role="search" action="/docs" method="get">
      <label for="q">Search</label>
      <input id="q" name="q" type="search" maxlength="\(Limits.search)" value="\(text: search)" \
      placeholder="placements, offerNotEligible, DELETE …" autocomplete="off">
      <button>Search</button>
      </form>
      <p class="jump"><a href="#contents">Contents</a></p>
      </header>
      \(content)
      """
    ).text
  }

  private var contents: Markup {
    """
    <nav id="contents" aria-label="Contents">
    <h2>First steps</h2>
    <ol>\(Self.guide.map { "<li><a href=\"#\(text: $0.id)\">\(text: $0.title)</a></li>" })</ol>
    \(description.topics.map(lines))
    <h2><a href="#problems">Problems</a></h2>
    <h2><a href="#shapes">Shapes</a></h2>
    <ul class="shapes">\(description.components.map { "<li><a href=\"#\(text: $0.name)\">\(text: $0.name)</a></li>" })</ul>
    </nav>
    """
  }

  private func lines(of topic: Operation.Topic) -> Markup {
    "<h2><a href=\"#\(text: topic.anchor)\">\(text: topic.rawValue)</a></h2><ul>\(description.routes(of: topic).map { "<li>\($0.line)</li>" })</ul>\n"
  }

  private func chapter(of topic: Operation.Topic) -> Markup {
    """
    <section><h2 id="\(text: topic.anchor)">\(text: topic.rawValue)</h2>
    <p>\(text: topic.purpose)</p>
    \(description.routes(of: topic).map { $0.article(with: example(of: $0)) })</section>

    """
  }

  private func problem(_ code: Problem.Code) -> Markup {
    let operations = places[code] ?? []
    let places: Markup =
      if operations.count == description.routes.count {
        "Any request."
      } else if operations.isEmpty {
        "A path that has no such operation."
      } else {
        .joined(
          operations.map { "<a href=\"#\(text: $0.operation.id)\">\(text: $0.operation.id)</a>" },
          by: ", ")
      }
    return """
      <article class="problem" id="\(text: code.anchor)"><h3>\(code.link) <small>\(code.status.code)</small></h3>
      <p>\(text: code.title).</p><p class="places">\(places)</p></article>

      """
  }

  private func shape(of component: Component) -> Markup {
    """
    <article id="\(text: component.name)"><h3><a href="#\(text: component.name)">\(text: component.name)</a></h3>
    \(.schema(component.schema.content))</article>

    """
  }
}

extension APIDescription {
  var topics: [Operation.Topic] {
    Operation.Topic.allCases.filter { !routes(of: $0).isEmpty }
  }
}

extension Problem.Code {
  var anchor: String { "problem-\(rawValue)" }

  var link: Markup { "<a href=\"#\(text: anchor)\"><code>\(text: rawValue)</code></a>" }
}
