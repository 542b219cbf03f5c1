import CatalogFiles
import HTTPDocuments
import HTTPTypes
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import YAMLText

/// Reads bodies of requests to the API. The first byte chooses the operation, the rest is the body.
func fuzzRequests(_ bytes: [UInt8]) throws {
  let (choice, body) = bytes.choice
  let operations = RequestOperation.allCases
  let operation = operations[Int(choice) % operations.count]
  let value: JSONValue
  do throws(Problem) {
    value = try JSONReader.read(body)
  } catch {
    return try check(error, of: body)
  }
  guard case .object(let members) = value else {
    let request = try read(value, operation, of: body)
    return try require(request == nil, "\(value.kind) is a request")
  }
  let names = EvidenceSearch.names.map { Array($0.utf8) }
  try require(
    EvidenceSearch.hasMember(body) == members.contains { names.contains(Array($0.name.utf8)) },
    "the search for signed texts and the reader disagree")

  let request = try read(value, operation, of: body)
  let reversed = try read(.object(members.reversed()), operation, of: body)
  try require(request == reversed, "in another order it is another request")
  guard let request else { return }
  try checkClosed(request, members, operation, of: body)
  try check(request)
}

/// Returns the request; `nil` if it is refused, which is the sender's mistake.
private func read(
  _ value: JSONValue, _ operation: RequestOperation, of body: [UInt8]
) throws -> RequestRead? {
  do {
    return try operation.read(value)
  } catch let problem as Problem {
    try check(problem, of: body)
  } catch let failure as FlagFailure {
    try require((400..<500).contains(failure.status.code), "status \(failure.status)")
  }
  return nil
}

/// A problem points to a place in the body, and its document is JSON.
private func check(_ problem: Problem, of body: [UInt8]) throws {
  try require((400..<500).contains(problem.code.status.code), "status \(problem.code.status)")
  guard (try? JSONReader.read(problem.json)) != nil else {
    throw Finding("no JSON: \(problem.json.text)")
  }
  guard let place = problem.place else { return }
  let lines = body.split(separator: 0x0A, omittingEmptySubsequences: false)
  try require(lines.indices.contains(place.line - 1), "line \(place.line) of \(lines.count)")
  try require(
    (1...lines[place.line - 1].count + 1).contains(place.column), "column \(place.column)")
}

/// A member that nothing reads is refused, or counted if other versions of a protocol may have it.
private func checkClosed(
  _ request: RequestRead, _ members: [JSONValue.Member], _ operation: RequestOperation,
  of body: [UInt8]
) throws {
  guard !members.contains(where: { $0.name == "unread" }) else { return }
  let unread = JSONValue.Member("unread", .null, at: Problem.Place(line: 1, column: 1))
  var expected: RequestRead?
  if let ignored = request.ignored {
    expected = request
    expected?.ignored = ignored + 1
  }
  let other = try read(.object(members + [unread]), operation, of: body)
  try require(other == expected, "another member is \(other == nil ? "refused" : "passed over")")
}

/// The limits hold, and the attributes mean the same in any order and as a query.
private func check(_ request: RequestRead) throws {
  for count in request.counts { try require(count.found <= count.most, "\(count)") }
  for id in request.ids {
    try require(!id.isEmpty && id.unicodeScalars.count <= Limits.value, "the id \(id)")
  }
  let attributes = request.attributes
  for (name, value) in attributes {
    for text in [name] + value.texts {
      try require(text.unicodeScalars.count <= Limits.value, "an attribute too long")
    }
  }
  let compiled = try Sample.compiled.get()
  try checkQuery(attributes, compiled.snapshot.schema)
  // A dictionary of another capacity has another order.
  var others = [String: RawAttribute](minimumCapacity: attributes.count * 4 + 64)
  others.merge(attributes) { $1 }
  let (visitor, issues) = compiled.visitor(attributes, at: Sample.now)
  let (other, otherIssues) = compiled.visitor(others, at: Sample.now)
  try require(issues == otherIssues, "in another order the attributes have other issues")
  for placement in Sample.placements {
    try require(
      compiled.decide(placement, for: visitor, at: Sample.now)
        == compiled.decide(placement, for: other, at: Sample.now), "another decision")
  }
}

/// A `GET` reads the texts as the `POST` does.
private func checkQuery(_ attributes: [String: RawAttribute], _ schema: AttributeSchema) throws {
  var (items, expected) = ([String](), [String: RawAttribute]())
  for (name, value) in attributes {
    guard case .text(let text) = value, let attribute = schema[name], attribute.type != .list
    else { continue }
    let encoded = text.utf8.map { "%" + hexadecimal($0) }.joined()
    items.append("\(attribute.origin == .declared ? "attr." : "")\(name)=\(encoded)")
    expected[name] = value
  }
  let query = try AttributeQuery(Array(items.joined(separator: "&").utf8), schema: schema)
  try require(query.attributes == expected, "as a query: \(query.attributes)")
}

private func hexadecimal(_ byte: UInt8) -> String {
  String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
}

extension RawAttribute {
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let texts): texts
    default: []
    }
  }
}

private enum Sample {
  static let now = Timestamp(milliseconds: 1_796_000_000_000)
  static let compiled = Result {
    let (snapshot, report) = Loader.load(ConfigurationFiles(files: SmallConfiguration.files))
    return CompiledSnapshot(try require(snapshot, report.text(colours: .none)))
  }
  static let placements = ["onboarding", "settings", "unknown"]
}
