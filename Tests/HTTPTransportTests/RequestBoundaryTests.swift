import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport
import Testing

@testable import HTTPTransport

/// Where requests end, as NIO's parser reads them.
@Suite("The boundary of requests") struct RequestBoundaryTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  private static func boundary(_ reads: String...) -> RequestBoundary {
    var boundary = RequestBoundary()
    for read in reads { boundary.follow(ByteBuffer(string: read)) }
    return boundary
  }

  @Test(arguments: [
    (get, true), (get + get, true), ("", true),
    (get + "G", false), ("GET / HTTP/1.1\r\nHost: a\r\n", false), (String(get.dropLast()), false),
    ("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", true),
    ("POST / HTTP/1.1\r\nCONTENT-LENGTH:2\r\n\r\n{}" + get, true),
    ("POST / HTTP/1.1\r\ncontent-length:   2\r\nHost: a\r\n\r\n{}", true),
    ("POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n", true),
    ("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}G", false),
    ("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nContent-Length: 2x\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nX-Content-Length: 2\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nContent\rLength: 2\r\n\r\n{}", false),
    ("POST / HTTP/1.1\nContent-Length: 2\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", false),
    ("\r\n" + get, false),
  ])
  func cases(_ text: String, _ isBetween: Bool) {
    #expect(Self.boundary(text).isBetweenRequests == isBetween)
    // However it is cut.
    for cut in text.utf8.indices {
      let reads = (String(text[..<cut]), String(text[cut...]))
      #expect(Self.boundary(reads.0, reads.1).isBetweenRequests == isBetween)
    }
  }

  @Test("what it does not know is neither between requests nor inside of one")
  func unknown() {
    let chunked = Self.boundary("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", Self.get)
    #expect(!chunked.isBetweenRequests && !chunked.isInsideRequest)
    #expect(Self.boundary(Self.get + "G").isInsideRequest)
    #expect(!Self.boundary(Self.get).isInsideRequest)
  }

  private static let pieces = [
    "GET /a HTTP/1.1\r\n", "POST /b HTTP/1.1\r\n", "Host: h\r\n", "Content-Length: 5\r\n",
    "content-length:0\r\n", "CONTENT-LENGTH:  5\r\n", "X-Content-Length: 3\r\n", "X-",
    "Content-Length: 5, 5\r\n", "Content-Length : 5\r\n", "Content-Length: 5 \r\n",
    "Transfer-Encoding: chunked\r\n", "transfer-encoding: chunked\r\n", "5\r\nhello\r\n",
    "0\r\n\r\n", "\r\n", "\r\n", "\r\n", "\r", "\n", "hello", "hello", "X: y\r\n", " folded\r\n",
    "\0",
  ]
  private static let requests = [
    "GET /a HTTP/1.1\r\nHost: h\r\n\r\n", "POST /b HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
    "POST /c HTTP/1.1\r\nX: y\r\ncontent-length:  5\r\nHost: h\r\n\r\n\r\n\r\nx",
    "POST /d HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
  ]

  /// Whenever it says that nothing of a next request has come, the parser reads a request that comes
  /// then from its first byte.
  @Test("never sees an end where the parser sees none")
  func parser() throws {
    var random = SplitMix(state: 18)
    var judged = 0
    for _ in 0..<rounds(3_000, all: 200_000) {
      // Requests with something in them that does not belong there, or that belongs elsewhere.
      let text = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        var request = Self.requests[Int.random(in: 0..<Self.requests.count, using: &random)]
        if Int.random(in: 0..<3, using: &random) == 0 {
          let piece = Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
          let offset = Int.random(in: 0...request.utf8.count, using: &random)
          request.insert(
            contentsOf: piece, at: request.utf8.index(request.startIndex, offsetBy: offset))
        }
        return request
      }.joined()
      let channel = EmbeddedChannel()
      try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
      var boundary = RequestBoundary()
      var rest = ByteBuffer(string: text)
      var isRefused = false
      while rest.readableBytes > 0, !isRefused,
        let read = rest.readSlice(length: Int.random(in: 1...rest.readableBytes, using: &random))
      {
        boundary.follow(read)
        isRefused = (try? channel.writeInbound(read)) == nil
      }
      guard !isRefused, boundary.isBetweenRequests else { continue }
      judged += 1
      while try channel.readInbound(as: HTTPServerRequestPart.self) != nil {}
      try channel.writeInbound(ByteBuffer(string: "GET /probe HTTP/1.1\r\nHost: h\r\n\r\n"))
      guard case .head(let head)? = try channel.readInbound(as: HTTPServerRequestPart.self),
        head.uri == "/probe"
      else {
        Issue.record("the parser is inside a request after \(text.debugDescription)")
        continue
      }
    }
    #expect(judged > 100)
  }
}
