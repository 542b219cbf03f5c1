import HTTPDocuments
import LocalAppStore
import LocalAppStoreServer
import PaywallCatalog
package import YAMLText

/// Reads a story, and reports every mistake at its place.
package struct StoryReader {
  let file: String
  var diagnostics: [Diagnostic] = []
  /// The names that `$` may refer to so far, beside the members of a customer.
  var names: Set<String> = []
  var customers: [String] = []

  /// - Parameters:
  ///   - path: the file, for messages.
  ///   - name: the name of the story in reports.
  /// - Returns: no story if there is a mistake.
  package static func read(
    _ bytes: [UInt8], path: String, name: String
  ) -> (story: Story?, source: SourceText, diagnostics: [Diagnostic]) {
    let (document, found) = Document.parse(bytes, path: path)
    var reader = StoryReader(file: path)
    reader.diagnostics = found
    var story = Story(name: name, source: document.source)
    if let root = document.root {
      reader.read(root, into: &story)
    } else if found.isEmpty {
      reader.report("the file tells nothing", at: nil, help: "write at least 'when:' and 'then:'")
    }
    let diagnostics = reader.diagnostics.sorted(by: Diagnostic.inReadingOrder)
    return (diagnostics.isEmpty ? story : nil, document.source, diagnostics)
  }

  private mutating func read(_ root: Node, into story: inout Story) {
    attempt("the story", root) { reader, mapping in
      story.title = try mapping.members.text("story")
      let given = mapping.take("given")
      let when = mapping.take("when")
      let then = mapping.take("then")
      try mapping.members.finish()
      if let given { story.given = reader.given(given) }
      reader.customers = story.given.customers.compactMap(\.customer)
      reader.steps(when, isFinal: false, into: &story)
      reader.steps(then, isFinal: true, into: &story)
      if story.steps.isEmpty, reader.diagnostics.isEmpty {
        reader.report(
          "the story has no steps", at: root.head,
          help: "write what happens as a list below 'when:'")
      }
    }
  }

  /// Reads a mapping, and reports its mistakes.
  mutating func attempt(
    _ subject: String, _ node: Node, _ read: (inout StoryReader, inout StoryMapping) throws -> Void
  ) {
    var known: [String] = []
    do {
      var mapping = try StoryMapping(node, called: subject)
      defer { known = mapping.members.known }
      try read(&self, &mapping)
    } catch let problem as Problem {
      diagnostics.append(
        problem.diagnostic(in: node, of: file, subject: subject, known: known))
    } catch {
      report("\(error)", at: node.head, help: nil)
    }
  }

  mutating func report(_ message: String, at range: SourceRange?, help: String?) {
    diagnostics.append(
      Diagnostic(.error, code: .init("story"), in: file, at: range, message, help: help))
  }

  private mutating func given(_ node: Node) -> Story.Given {
    var given = Story.Given()
    attempt("'given'", node) { reader, mapping in
      given.start = try Self.start(&mapping.members)
      given.environment = try mapping.members.word(
        "environment", [.sandbox, .production], or: .sandbox
      ) { $0.rawValue.lowercased() }
      if let days = try mapping.members.number("grace", 3...28) {
        guard [3, 16, 28].contains(days) else {
          throw Problem("grace", mustBe: "3, 16 or 28 days")
        }
        given.grace = days
      }
      given.seed = try mapping.members.number("seed", 0...Int.max).map(UInt64.init)
      let (customers, faults) = (mapping.take("customers"), mapping.take("faults"))
      given.catalog = try CatalogReader.catalog(&mapping)
      try mapping.members.finish()
      if let customers { given.customers = reader.customers(customers) }
      given.faults = faults.flatMap { reader.faults($0) }
    }
    return given
  }

  private static func start(_ members: inout MemberReader) throws(Problem) -> Story.Start? {
    switch (try members.text("start"), try members.text("end")) {
    case (nil, nil): return nil
    case (let start?, nil): return .at(try moment(start, "start"))
    case (nil, "now"?): return .endingNow
    case (nil, let end?): return .endingAt(try moment(end, "end"))
    default: throw Problem(.wrongType, "Give 'start' or 'end', not both.", field: "end")
    }
  }

  private static func moment(_ text: String, _ name: String) throws(Problem) -> Timestamp {
    guard let moment = Timestamp(rfc3339: text) else {
      throw Problem(name, mustBe: "a time such as 2026-01-05T10:00:00Z")
    }
    return moment
  }

  /// A list of names, or a mapping of names to the members of the cause `customer`.
  private mutating func customers(_ node: Node) -> [StoreCause] {
    var causes: [StoreCause] = []
    for item in node.items ?? [] { addCustomer(item.scalar?.text, nil, at: item, to: &causes) }
    for entry in node.entries ?? [] {
      addCustomer(entry.key, entry.value, at: entry.value, to: &causes)
    }
    if causes.isEmpty, diagnostics.isEmpty {
      report(
        "'customers' names none", at: node.range, help: "write [ada] or { ada: DEU, bob: USA }")
    }
    return causes
  }

  private mutating func addCustomer(
    _ id: String?, _ node: Node?, at place: Node, to causes: inout [StoreCause]
  ) {
    guard let id else {
      return report("a customer is a name", at: place.range, help: "write it like ada")
    }
    let start = Problem.Place(place.range.start)
    var members = [JSONValue.Member("id", .text(id), at: start)]
    switch node.map(JSONValue.init) {
    case nil, .null?: break
    case .object(let others)?: members += others
    case let storefront?: members.append(.init("storefront", storefront, at: start))
    }
    do {
      causes.append(try CauseTemplate.cause("customer", .object(members), .init()))
    } catch {
      report(error, "a customer", in: place)
    }
  }

  mutating func report(
    _ error: any Error, _ subject: String, in node: Node, known: [String] = []
  ) {
    guard let problem = error as? Problem else {
      return report("\(error)", at: node.head, help: nil)
    }
    diagnostics.append(problem.diagnostic(in: node, of: file, subject: subject, known: known))
  }

  mutating func faults(_ node: Node) -> DeliveryFaults? {
    // The word 'none', or nothing, ends them.
    if node.isNull || node.scalar?.text == "none" { return DeliveryFaults() }
    var faults: DeliveryFaults?
    attempt("'faults'", node) { reader, mapping in
      faults = try FaultReader.faults(&mapping.members)
      try mapping.members.finish()
    }
    return faults
  }
}
