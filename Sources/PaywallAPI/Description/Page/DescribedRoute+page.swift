import HTTPDocuments
import HTTPTypes
import Serving

extension DescribedRoute {
  /// One operation, from its line to its problems.
  func article(with example: Markup) -> Markup {
    """
    <article id="\(text: operation.id)">
    <h3>\(line)</h3>
    <p class="summary">\(.inline(operation.summary)).</p>
    \(.prose(operation.description))
    <p class="standing">\(text: standing.words)</p>
    <h4>Try it</h4>
    \(example)
    \(parameters)\(question)\(operation.answers.map(\.section))\(problemTable)
    </article>

    """
  }

  /// `GET /v1/…`.
  var line: Markup {
    let method = operation.method.rawValue
    return
      "<a href=\"#\(text: operation.id)\"><b class=\"\(text: method.lowercased())\">\(text: method)</b> <code>\(text: operation.path)</code></a>"
  }

  private var parameters: Markup {
    guard !operation.parameters.isEmpty else { return "" }
    let rows = operation.parameters.map { parameter -> Markup in
      let name = parameter.isExploded ? "attr.NAME" : parameter.name
      return """
        <tr><th scope="row"><code>\(text: name)</code> <i>\(text: parameter.place.rawValue)</i></th>\
        <td><span class="type">\(parameter.isExploded ? "text" : .type(of: parameter.schema.content))</span> \
        \(.inline(parameter.description))\(.bounds(of: parameter.schema.content))</td></tr>
        """
    }
    return "<h4>Parameters</h4><table>\(rows)</table>"
  }

  private var question: Markup {
    guard let body = operation.body else { return "" }
    return """
      <h4>Body</h4><p class="type">\(.type(of: body.schema.content)) <small>at most \
      \(body.limit) bytes</small></p>\(.members(of: body.schema.content))\(body.example.block)
      """
  }

  private var problemTable: Markup {
    let own = problems.filter(operation.problems.contains)
    let others = problems.filter { !own.contains($0) }
    return """
      \(own.isEmpty ? "" : "<h4>Problems</h4>\(Self.table(of: own))")
      <details><summary>Problems of every such request</summary><p>\(.joined(others.map(\.link), by: " "))</p></details>
      """
  }

  private static func table(of codes: [Problem.Code]) -> Markup {
    let rows = codes.sorted { $0.status.code < $1.status.code }.map { code in
      "<tr><th scope=\"row\">\(code.status.code) \(code.link)</th><td>\(text: code.title).</td></tr>"
        as Markup
    }
    return "<table>\(rows)</table>"
  }
}

extension Operation.Answer {
  fileprivate var section: Markup {
    let shape: Markup = schema.map { "<p class=\"type\">\(.type(of: $0.content))</p>" } ?? ""
    let rows = headers.map { header in
      "<tr><th scope=\"row\"><code>\(text: header.name)</code>\(header.isRequired ? "" : " <i>optional</i>")</th><td>\(.inline(header.description))</td></tr>"
        as Markup
    }
    return """
      <h4>\(status.code) <small>\(text: type ?? "no body")</small></h4><p>\(.inline(summary))</p>\(shape)\
      \(example?.block ?? "")
      <details><summary>Headers</summary><table>\(rows)</table></details>
      """
  }
}

extension Operation.Example {
  fileprivate var block: Markup { "<pre><code>\(text: IndentedJSON(content).text)</code></pre>" }
}
