import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes

@testable import HTTPTransport

/// Reads bytes of an HTTP/1.1 client. The first byte chooses how much one read brings.
///
/// However the bytes are cut, the routes see the same requests: those that the decoder by itself
/// finds, in their order, up to one that is refused. Once its time is over, a connection gives back
/// all that it took.
func fuzzHTTP1(_ bytes: [UInt8]) throws {
  let (choice, sent) = bytes.choice
  // A long input in single bytes would take more than a second.
  let step = max([1, 9, 100, 1024][Int(choice) % 4], sent.count / 256)
  let whole = try requests(of: sent, step: 65_536)
  let cut = try requests(of: sent, step: step)
  try require(whole == cut, "in pieces of \(step): \(cut), at once: \(whole)")
  let decoded = wholeRequests(in: try partsOfHTTP1(sent).0)
  try require(
    whole.count <= decoded.count && zip(whole, decoded).allSatisfy(isSame),
    "the routes saw \(whole), and what was sent is \(decoded)")
}

/// Returns the requests that a connection hands to its routes.
private func requests(of bytes: [UInt8], step: Int) throws -> [SeenRequest] {
  let (channel, seen) = (EmbeddedChannel(), SeenRequests())
  let budget = BodyBudget(bytes: ConnectionLimits().bodyBytes)
  let address = try SocketAddress(ipAddress: "192.0.2.1", port: 50_000)
  channel.connect(to: address, promise: nil)
  channel.remoteAddress = address
  let connection = Connection(
    respond: seen.respond, limits: ConnectionLimits(),
    limiter: ConnectionLimiter(capacity: 64, logger: SeenRequests.logger),
    bodies: BodyRules(budget: budget, proxies: TrustedProxies([])),
    refusals: Quiet(), counters: Quiet(), eventLoops: channel.embeddedEventLoop)
  try connection.setUp(channel).whenEnded { seen.end() }
  for start in stride(from: 0, to: bytes.count, by: step) where channel.isActive {
    channel.pipeline.fireChannelRead(
      ByteBuffer(bytes: bytes[start..<min(start + step, bytes.count)]))
    channel.pipeline.fireChannelReadComplete()
    channel.embeddedEventLoop.run()
  }
  channel.embeddedEventLoop.advanceTime(by: .seconds(120))
  try require(!channel.isActive, "the connection is open after all its time")
  _ = try? channel.finish(acceptAlreadyClosed: true)
  try require(seen.isOver, "the connection is closed and its work goes on")
  let bytes = BodyBudget.Share.allCases.reduce(0) { $0 + budget.used($1) }
  try require(bytes == 0, "\(bytes) bytes are not given back")
  return seen.requests
}

private func wholeRequests(in parts: [HTTPRequestPart]) -> [SeenRequest] {
  var (requests, head, body) = ([SeenRequest](), HTTPRequest?.none, [UInt8]())
  for part in parts {
    switch part {
    case .head(let next): (head, body) = (next, [])
    case .body(let piece): body += piece.readableBytesView
    case .end:
      if let head { requests.append(SeenRequest(head: head, body: body)) }
    }
  }
  return requests
}

/// True if both are equal; the connection adds the version of an old request as a header.
private func isSame(_ seen: SeenRequest, _ decoded: SeenRequest) -> Bool {
  var head = seen.head
  head.headerFields[.httpVersion] = decoded.head.headerFields[.httpVersion]
  return head == decoded.head && seen.body == decoded.body
}
