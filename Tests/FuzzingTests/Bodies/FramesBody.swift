import HTTPTypes
import NIOCore
import NIOHTTPTypes

@testable import HTTPTransport

/// Reads bytes of an HTTP/2 client, after its preface. The first byte chooses how much one read
/// brings, and whether the rest is frames as they are sent, or the input of `frames`.
///
/// However the bytes are cut, a connection keeps no more than one block of headers may have, and
/// gives back all that it took once its time is over. A request that reaches the routes is one of
/// HTTP/1.1 too.
func fuzzFrames(_ bytes: [UInt8]) throws {
  let (choice, chosen) = bytes.choice
  let sent = preface + (choice & 0x80 == 0 ? chosen : frames(chosen))
  // A long input in single bytes would take more than a second.
  let step = max([1, 9, 100, 1024, 65_536][Int(choice & 0x7F) % 5], sent.count / 256)
  let connection = try FrameConnection()
  var boundary = FrameBoundary()
  for start in stride(from: 0, to: sent.count, by: step) {
    let read = ByteBuffer(bytes: sent[start..<min(start + step, sent.count)])
    var rest = read
    while rest.readableBytes > 0 { _ = boundary.follow(&rest) }
    guard connection.read(read) else { break }
    try require(boundary.held <= mostHeld, "an open connection keeps \(boundary.held) bytes")
  }
  connection.wait(.seconds(45))
  try require(
    connection.streams == 0, "\(connection.streams) requests are open after all their time")
  connection.close()
  try require(connection.isOver, "the connection is closed and its work goes on")
  try require(connection.bytes == 0, "\(connection.bytes) bytes are not given back")
  for request in connection.requests { try check(request) }
}

/// RFC 9113, 3.4, with the settings that must follow.
private let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]

/// The limit in bytes: HEADERS and two CONTINUATION, each of the longest frame that we allow.
private let mostHeld = 3 * (9 + 16_384)

/// Returns a frame for every four bytes and their payload: the type, the flags, the stream and the
/// length.
private func frames(_ bytes: [UInt8]) -> [UInt8] {
  var (frames, rest) = ([UInt8](), bytes[...])
  while rest.count >= 4 {
    let head = Array(rest.prefix(4))
    let payload = rest.dropFirst(4).prefix(Int(head[3]))
    frames += [0, 0, UInt8(payload.count), head[0], head[1], 0, 0, 0, head[2]] + payload
    rest = rest.dropFirst(4 + payload.count)
  }
  return frames
}

/// Checks that the decoder of HTTP/1.1 reads the same request when it is written for it.
private func check(_ request: SeenRequest) throws {
  let head = request.head
  guard head.method != .connect else { return }
  let (path, host) = (head.path ?? "", head.authority ?? "")
  var text = "\(head.method.rawValue) \(path) HTTP/1.1\r\nhost: \(host)\r\n"
  for field in head.headerFields where field.name.canonicalName != "host" {
    text += "\(field.name): \(field.value)\r\n"
  }
  let length = head.headerFields[.contentLength]
  if length == nil { text += "content-length: \(request.body.count)\r\n" }
  try require(
    length == nil || length.flatMap(Int.init) == request.body.count,
    "a body of \(request.body.count) bytes, and \(length ?? "") were announced")
  // The service refuses larger heads.
  guard head.byteCount <= HeaderLimits.bytes, head.headerFields.count < HeaderLimits.fields else {
    return
  }
  let parts = try decodedHTTP1(Array("\(text)\r\n".utf8) + request.body)
  guard case .head(let other)? = parts.first, case .end? = parts.last else {
    throw Finding("HTTP/1.1 reads \(parts) of \(text)")
  }
  try require(
    other.method == head.method && other.path == path && other.authority == host,
    "to HTTP/1.1 it is \(other)")
  try require(
    RequestTarget.isUnambiguous(path, host: host), "HTTP/1.1 refuses '\(path)' at '\(host)'")
}
