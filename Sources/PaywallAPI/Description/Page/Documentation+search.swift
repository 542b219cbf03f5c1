import HTTPDocuments
import HTTPTypes
import PaywallCatalog

/// The searchable parts of the documentation: first steps, operations, parameters, problems and
/// shapes. The same for every reader.
package struct DocumentationIndex: Sendable {
  private let entries: [Entry]

  enum Kind: String, Sendable {
    case step = "First steps"
    case operation = "Operation"
    case parameter = "Parameter"
    case problem = "Problem"
    case shape = "Shape"
  }

  struct Entry: Sendable {
    let kind: Kind
    let title: String
    let summary: String
    let anchor: String
    let foldedTitle: [UInt8]
    /// Everything that is searched, in lower case.
    let folded: [UInt8]

    init(_ kind: Kind, _ title: String, _ summary: String, at anchor: String, also words: String) {
      (self.kind, self.title, self.summary, self.anchor) = (kind, title, summary, anchor)
      foldedTitle = Array(title.lowercased().utf8)
      folded = Array("\(title)\n\(summary)\n\(words)".lowercased().utf8)
    }
  }

  /// The most results of a page.
  private static let shown = 40

  package init(_ description: APIDescription) {
    let steps = Documentation.guide.map { section in
      let first = section.text.prefix { $0 != "\n" }
      return Entry(.step, section.title, String(first), at: section.id, also: section.text)
    }
    let operations = description.routes.map { route in
      let operation = route.operation
      return Entry(
        .operation, "\(operation.method.rawValue) \(operation.path)", operation.summary + ".",
        at: operation.id,
        also: ([operation.id, operation.description, operation.topic.rawValue]
          + operation.parameters.map(\.name) + route.problems.map(\.rawValue))
          .joined(separator: "\n"))
    }
    let problems = Problem.Code.allCases.map { code in
      Entry(
        .problem, code.rawValue, "\(code.status.code): \(code.title).", at: code.anchor, also: "")
    }
    let shapes = description.components.map { component in
      Entry(
        .shape, component.name, component.schema["description"]?.text ?? "",
        at: component.name, also: component.schema.content.words.joined(separator: "\n"))
    }
    entries = steps + operations + Self.parameters(of: description) + problems + shapes
  }

  /// Returns each parameter once, with the operations that take it.
  private static func parameters(of description: APIDescription) -> [Entry] {
    var order: [String] = []
    var taken: [String: [(Operation.Parameter, Operation)]] = [:]
    for route in description.routes {
      for parameter in route.operation.parameters {
        if taken[parameter.name] == nil { order.append(parameter.name) }
        taken[parameter.name, default: []].append((parameter, route.operation))
      }
    }
    return order.compactMap { name in
      guard let uses = taken[name], let (parameter, operation) = uses.first else { return nil }
      let places = uses.map { "\($0.1.method.rawValue) \($0.1.path)" }.joined(separator: ", ")
      return Entry(
        .parameter, parameter.isExploded ? "attr.NAME" : name,
        "\(parameter.description) In the \(parameter.place.rawValue) of \(places).",
        at: operation.id, also: "")
    }
  }

  /// Returns the entries that have every word; titles first.
  func found(_ query: String) -> [Entry] {
    let words = query.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    guard !words.isEmpty else { return [] }
    let whole = Array(words.joined(separator: [UInt8(ascii: " ")]))
    let ranked = entries.compactMap { entry -> (rank: Int, entry: Entry)? in
      guard words.allSatisfy({ entry.folded.contains($0) }) else { return nil }
      if entry.foldedTitle == whole { return (0, entry) }
      return (words.allSatisfy({ entry.foldedTitle.contains($0) }) ? 1 : 2, entry)
    }
    return (0...2).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.entry) }
  }

  /// The page of what was found.
  package func page(for query: String) -> String {
    let found = found(query)
    let rows = found.prefix(Self.shown).map { entry -> Markup in
      """
      <li><p class="kind">\(text: entry.kind.rawValue)</p><p class="title"><a href="/docs#\(text: entry.anchor)">\(entry.kind == .step ? "\(text: entry.title)" : "<code>\(text: entry.title)</code>")</a></p>\
      <p>\(.inline(entry.summary))</p></li>

      """
    }
    let count = found.count == 1 ? "1 result" : "\(found.count) results"
    let rest: Markup =
      found.count > Self.shown
      ? "<p>These are the first \(Self.shown). Add a word to see fewer.</p>" : ""
    let content: Markup =
      found.isEmpty
      ? """
      <p>Nothing here has all of these words. Use fewer words or parts of words, a path such as \
      <a href="/docs?q=/v1/placements">/v1/placements</a>, or the <code>code</code> of a problem such as \
      <a href="/docs?q=rateLimited">rateLimited</a>. Or <a href="/docs">read the whole page</a>.</p>
      """
      : """
      <p>\(text: count). <a href="/docs">Back to the whole page</a></p>
      <ol class="found">
      \(rows)</ol>\(rest)
      """
    return Documentation.document(
      title: "Search: \(APIDescription.title)", search: query,
      """
      <main id="top" class="search">
      <h1>Search for “<bdi>\(text: query)</bdi>”</h1>
      \(content)
      </main>
      <nav id="contents" aria-label="Contents"><p><a href="/docs">The whole page</a></p></nav>
      """)
  }
}

extension Content {
  /// Names and texts inside.
  fileprivate var words: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let items): items.flatMap(\.words)
    case .object(let members): members.flatMap { [$0.key] + $0.value.words }
    default: []
    }
  }
}
