import Foundation
import HTTPTransport
import HTTPTypes
import PaywallAPI
import PaywallCatalog
import PaywallTextCoding

@testable import PaywallKit
@testable import PaywallServer

/// Reads headers of callers and proxies. The first byte chooses a header; values and the texts that
/// they are compared with are separated by zero bytes.
func fuzzHeaders(_ bytes: [UInt8]) throws {
  let (choice, rest) = bytes.choice
  let parts = rest.parts
  switch choice % 7 {
  case 0: try checkAddress(rest.text)
  case 1: try checkRange(parts.text(0), parts.text(1))
  case 2: try checkForwarded(parts)
  case 3: try checkTrace(rest.text)
  case 4: try checkHost(parts.text(0), target: parts.text(1))
  case 5: try checkQuery(rest)
  default: try checkAnswers(parts.text(0), parts.text(1))
  }
}

/// An address that is written reads the same.
private func checkAddress(_ text: String) throws {
  guard let address = ClientAddress(text) else { return }
  try require(ClientAddress("\(address)") == address, "\(address) is another when it is read")
  try require(address.network.network == address.network, "its network has another")
  _ = address.isNear
}

/// A range holds its first address, and another exactly if the first bits are equal.
private func checkRange(_ text: String, _ other: String) throws {
  guard let range = AddressRange(text) else { return }
  try require((0...128).contains(range.length), "a length of \(range.length)")
  try require(range.contains(range.base), "it does not hold its own base")
  guard let address = ClientAddress(other) else { return }
  func bits(_ address: ClientAddress) -> [Bool] {
    (0..<128).map {
      $0 < 64 ? address.high >> (63 - $0) & 1 == 1 : address.low >> (127 - $0) & 1 == 1
    }
  }
  let isIn = bits(address).prefix(range.length) == bits(range.base).prefix(range.length)
  try require(range.contains(address) == isIn, "\(address) in \(text): \(!isIn)")
}

/// The client is the peer, or an address of the list after which all others are trusted proxies.
/// The same values in one header or in several mean the same.
private func checkForwarded(_ parts: [[UInt8]]) throws {
  let ranges = [
    AddressRange(parts.text(0)), AddressRange("10.0.0.0/8"), AddressRange("fc00::/7"),
  ].compactMap(\.self)
  let proxies = TrustedProxies(ranges)
  let peer = ClientAddress(parts.text(1)) ?? ClientAddress(v4: 0x0A00_0001)
  let lists = parts.dropFirst(2).map(\.text)
  let list = lists.joined(separator: ", ")
  let client = proxies.client(forwardedFor: list, peer: peer)
  if !proxies.contains(peer) { try require(client == peer, "a stranger's word is believed") }
  var head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
  for value in lists { head.headerFields.append(HTTPField(name: .xForwardedFor, value: value)) }
  let values = head.headerFields[values: .xForwardedFor]
  // A value that HTTP does not allow is changed on its way into the head.
  if !values.isEmpty, values == lists {
    try require(proxies.client(of: head, peer: peer) == client, "in a head it is another")
  }
  guard client != peer else { return }
  let elements = list.split(separator: ",", omittingEmptySubsequences: false).reversed()
  let written = elements.contains { element in
    let bare = element.filter { $0 != " " && $0 != "\t" }
    return ClientAddress(bare) == client || bare.contains("[") || bare.contains(":")
  }
  try require(written, "\(client) is not in '\(list)'")
}

/// A trace that is accepted is written with the same digits.
private func checkTrace(_ text: String) throws {
  if let trace = TraceContext(text) {
    let bytes = Array(text.utf8)
    try require(
      bytes.count >= 55 && bytes.allSatisfy { $0 < 0x80 } || bytes.count > 55, "too short")
    try require(
      text.dropFirst(2).hasPrefix("-\(trace.traceId)-\(trace.parentId)-"), "other digits")
    try require(
      !trace.traceId.allSatisfy { $0 == "0" } && trace.traceId.utf8.count == 32, "no trace id")
    try require(TraceContext(String(decoding: bytes.prefix(55), as: UTF8.self)) == trace, "other")
  }
  if RequestIdentifier.isWellFormed(text) {
    try require(HTTPField.isValidValue(text) && text.utf8.count <= 128, "no id")
  }
}

/// `Host` names this machine only in these words and with a port; an address in the request line
/// must be that of `Host`.
private func checkHost(_ host: String, target: String) throws {
  if HostName.isOfThisMachine(host) {
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    try require(
      ["localhost", "127.0.0.1", "[::1]"].contains(name.lowercased()), "'\(host)' is this machine")
    try require(
      host.dropFirst(name.count).drop { $0 == ":" }.allSatisfy(\.isNumber), "'\(host)': port")
  }
  guard RequestTarget.isUnambiguous(target, host: host), !target.hasPrefix("/"), target != "*",
    let components = URLComponents(string: target), let named = components.host
  else { return }
  let port = components.port.map { ":\($0)" } ?? ""
  try require(
    components.user != nil || host.contains("%") || !host.allSatisfy(\.isASCII)
      || host.lowercased().hasPrefix("\(named)\(port)".lowercased())
      || host.lowercased().hasPrefix(named.lowercased()),
    "'\(target)' is at \(named), Host is '\(host)'")
}

private let schema = AttributeSchema(declared: [], groups: ["pro"])

/// Percent-decoding equals Foundation's, if both accept a text.
private func checkQuery(_ query: [UInt8]) throws {
  _ = try? AttributeQuery(query, schema: schema)
  let ours = percentDecoded(query[...])
  // Foundation decodes texts, not bytes.
  let theirs = Array(query.text.utf8) == query ? query.text.removingPercentEncoding : nil
  if let ours, let theirs {
    try require(ours.utf8.elementsEqual(theirs.utf8), "'\(ours)', and '\(theirs)' to Foundation")
  }
}

/// Checks tags, codings and lifetimes.
private func checkAnswers(_ value: String, _ etag: String) throws {
  var head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
  head.headerFields[.ifNoneMatch] = value
  head.headerFields[.acceptEncoding] = value
  if ContentCoding(for: head) == .gzip {
    let words = value.lowercased()
    try require(words.contains("gzip") || words.contains("*"), "gzip for '\(value)'")
  }
  let tag = "\"\(etag.filter { $0 != "\"" })\""
  if Caching.isCurrent(tag, for: head) {
    // The value is compared as HTTP holds it: forbidden characters become spaces.
    let sent = Array((head.headerFields[.ifNoneMatch] ?? "").utf8)
    try require(
      sent.contains(Array(tag.utf8)) || sent.contains(UInt8(ascii: "*")), "\(tag) is in '\(value)'")
  }
  let control = CacheControl(value)
  try require(
    control.maxAge >= 0 && control.whileRevalidate >= 0 && control.ifError >= 0, "\(control)")
  _ = control.usefulness(at: .seconds(60))
  _ = Timestamp(httpDate: value)
}
