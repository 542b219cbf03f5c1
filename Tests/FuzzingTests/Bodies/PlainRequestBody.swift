import PaywallCatalog
import PaywallDecisions
import HTTPTransport
import HTTPTypes
import NIOCore
import NIOHTTPTypes
import PaywallAPI

@testable import PaywallServer

/// A request that the short way takes is the same to the framework: one head, the same target, host,
/// headers and body, and the same end.
func fuzzPlainRequest(_ bytes: [UInt8]) throws {
  guard let get = PlainRequest(bytes, from: 0) else { return }
  let isComplete = get.end <= bytes.count
  try require(
    (1...bytes.count).contains(get.body.lowerBound) && (isComplete || get.method == .post),
    "it ends outside of what came: \(get.end)")
  // What follows on the same connection.
  if isComplete { _ = PlainRequest(bytes, from: get.end) }

  let parts = try decodedHTTP1(Array(bytes[..<min(get.end, bytes.count)]))
  guard case .head(let head)? = parts.first else {
    throw Finding("the framework sees another request: \(parts)")
  }
  var body = ByteBuffer()
  for part in parts.dropFirst().dropLast(isComplete ? 1 : 0) {
    guard case .body(let piece) = part else { throw Finding("it sees another body: \(parts)") }
    body.writeImmutableBuffer(piece)
  }
  if isComplete {
    guard case .end(nil)? = parts.last else { throw Finding("it sees another end: \(parts)") }
  }
  let arrived = bytes[get.body.lowerBound..<min(get.end, bytes.count)]
  try require(body.readableBytesView.elementsEqual(arrived), "its body is \(body)")
  let ours = get.head
  try require(head.method == ours.method, "method \(head.method)")
  try require(head.path == ours.path, "path \(ours.path ?? "") is \(head.path ?? "") to it")
  try require(
    head.authority == ours.authority,
    "host \(ours.authority ?? "") is \(head.authority ?? "") to it")
  for field in head.headerFields {
    let name = field.name
    try require(
      !framing.contains(name.canonicalName) || name == .contentLength && get.method == .post,
      "\(name) was passed over")
    if foreign.contains(name.canonicalName) {
      try require(get.hasForeignHeader, "\(name) does not count as foreign")
    }
    guard ours.headerFields.contains(name) || read.contains(name.canonicalName) else { continue }
    try require(
      ours.headerFields[values: name] == head.headerFields[values: name],
      "\(name) is \(ours.headerFields[values: name]), \(head.headerFields[values: name]) to it")
  }
  for field in ours.headerFields {
    try require(head.headerFields.contains(field.name), "\(field.name) is not there")
  }
  if head.headerFields[values: .connection].contains(where: { $0.lowercased() != "keep-alive" }) {
    throw Finding("another word about the connection was passed over")
  }
  try checkShape(of: get)
  try checkShape(ofPost: get)
}

/// Headers that change where a request ends, or what else it asks of the connection.
private let framing: Set<String> = [
  "content-length", "transfer-encoding", "te", "trailer", "upgrade", "expect", "keep-alive",
  "proxy-connection",
]

/// Headers that somebody in the server reads.
private let read: Set<String> = [
  "authorization", "x-api-key", "x-forwarded-for", "traceparent", "x-request-id", "if-none-match",
  "accept-encoding", "content-type",
]

/// Headers by which a server without keys tells a proxy or a web page.
private let foreign: Set<String> = [
  "x-forwarded-for", "x-forwarded-proto", "forwarded", "via", "origin", "x-real-ip",
]

private let schema = AttributeSchema(declared: [], groups: [])

/// A shape has the ids that its query says, and says no more of them: with other ids it is equal.
private func checkShape(of get: PlainRequest) throws {
  guard get.method == .get, let shape = RequestShape(get) else { return }
  func attributes(_ path: ArraySlice<UInt8>) -> [String: RawAttribute]? {
    let query = path.drop { $0 != UInt8(ascii: "?") }.dropFirst()
    return try? AttributeQuery(Array(query), schema: schema).attributes
  }
  var path = Array(get.bytes[get.path])
  for range in [shape.userId, shape.anonymousId].compactMap(\.self)
    .sorted(by: { $0.lowerBound > $1.lowerBound })
  {
    let start = range.lowerBound - get.path.lowerBound
    path.replaceSubrange(start..<start + range.count, with: Array("another-id".utf8))
  }
  guard let others = attributes(path[...]) else { return }
  let own = try require(
    attributes(get.bytes[get.path]), "its query is refused, and that of its shape is not")
  try require(
    own["userId"] == shape.userId.map { .text(get.text($0)) }
      && own["anonymousId"] == shape.anonymousId.map { .text(get.text($0)) },
    "its ids are \(own)")
  let ids = ["userId", "anonymousId"]
  try require(
    own.filter { !ids.contains($0.key) } == others.filter { !ids.contains($0.key) },
    "two requests of one shape say something else")
  var other = get.bytes
  other.replaceSubrange(get.path, with: path)
  let twin = try require(
    PlainRequest(other, from: 0).flatMap { RequestShape($0) }, "with other ids it has no shape")
  try require(twin.key == shape.key, "with other ids it has another shape")
}
