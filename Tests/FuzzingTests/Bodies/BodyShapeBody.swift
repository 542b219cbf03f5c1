import HTTPTransport
import PaywallAPI
import PaywallDecisions

@testable import PaywallServer

/// Two bodies of one shape are the same question to the decoder, but for what is said of one visitor;
/// or the decoder refuses both.
func checkShape(ofPost post: PlainRequest) throws {
  guard post.method == .post, post.isWhole, let shape = RequestShape(post) else { return }
  let own = [
    ("userId", shape.userId), ("anonymousId", shape.anonymousId), ("firstSeen", shape.firstSeen),
  ].compactMap { name, range in range.map { (name, $0) } }
  var other = post.bytes
  var change = 0
  for (name, range) in own.sorted(by: { $0.1.lowerBound > $1.1.lowerBound }) {
    let replacement = replacement(of: name)
    other.replaceSubrange(range, with: replacement)
    change += replacement.count - range.count
  }
  let body = other[post.body.lowerBound..<post.body.upperBound + change]
  for scope in [PlacementRequest.Scope.one, .several] {
    let first = question(post.bytes[post.body], scope)
    let second = question(body, scope)
    try require((first == nil) == (second == nil), "one of two bodies of a shape is refused")
    guard let first, let second else { continue }
    for (name, range) in own {
      try require(
        first.attributes[name] == .text(post.text(range)), "the decoder reads another \(name)")
      try require(
        second.attributes[name] == .text(String(decoding: replacement(of: name), as: UTF8.self)),
        "the decoder reads another \(name) in its place")
    }
    for name in ["userId", "anonymousId", "firstSeen"] where !own.contains(where: { $0.0 == name })
    {
      try require(first.attributes[name] == nil, "its \(name) is not found")
    }
    let names = Set(own.map(\.0))
    try require(
      first.attributes.filter { !names.contains($0.key) }
        == second.attributes.filter { !names.contains($0.key) }
        && first.placements == second.placements && first.asker == second.asker
        && first.sign == second.sign && first.preview == second.preview
        && first.userProof == second.userProof,
      "two bodies of one shape ask something else")
  }
  let head = String(decoding: other[..<post.body.lowerBound], as: UTF8.self)
  let length = head.replacing(
    /(?i)(content-length:[ \t]*)[0-9]+/, with: { "\($0.output.1)\(body.count)" })
  let twin = try require(
    PlainRequest(Array(length.utf8) + body, from: 0).flatMap { RequestShape($0) },
    "with other ids it has no shape")
  try require(twin.key == shape.key, "with other ids it has another shape")
}

private func replacement(of name: String) -> [UInt8] {
  Array((name == "firstSeen" ? "2027-01-02T03:04:05Z" : "another-one").utf8)
}

private func question(_ body: ArraySlice<UInt8>, _ scope: PlacementRequest.Scope)
  -> PlacementRequest?
{
  guard let value = try? JSONReader.read(Array(body)) else { return nil }
  return try? PlacementRequest(value, scope: scope)
}
