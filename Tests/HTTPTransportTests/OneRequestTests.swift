import NIOCore
import TestSupport
import Testing

@testable import HTTPTransport

/// Whether a read brought exactly one request.
@Suite("One request") struct OneRequestTests {
  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", true),
    ("GET / HTTP/1.1\r\n\r\n", true),
    ("GET / HTTP/1.1\r\nHost: a\r\n\r\nG", false),
    ("GET / HTTP/1.1\r\nHost: a\r\n", false),
    ("GET / HTTP/1.1\r\nHost: a\r\n\r", false),
    ("\r", false), ("", false),
    ("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", true),
    ("POST / HTTP/1.1\r\nCONTENT-LENGTH:2\r\n\r\n{}", true),
    ("POST / HTTP/1.1\r\ncontent-length:   2\r\nHost: a\r\n\r\n{}", true),
    ("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}G", false),
    ("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nContent-Length: 2x\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nContent-Length: +2\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nContent-Length:\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nX-Content-Length: 2\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nContent\rLength: 2\r\n\r\n{}", false),
    // A line of its own that ends without a return is part of the line before, as NIO reads no more of it.
    ("POST / HTTP/1.1\nContent-Length: 2\r\n\r\n{}", false),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", false),
  ])
  func cases(_ text: String, _ isOne: Bool) {
    #expect(ByteBuffer(string: text).isOneRequest == isOne)
    // What was read before does not count.
    var shifted = ByteBuffer(string: "GET /" + text)
    shifted.moveReaderIndex(forwardBy: 5)
    #expect(shifted.isOneRequest == isOne)
  }

  /// A body of any bytes after a head, cut or continued at any place.
  @Test func anyCut() {
    var random = SplitMix(state: 11)
    for _ in 0..<rounds(300, all: 5_000) {
      let body = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let head = "POST /v1 HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n"
      let whole = Array(head.utf8) + body
      #expect(ByteBuffer(bytes: whole).isOneRequest)
      let cut = Int.random(in: 0..<whole.count, using: &random)
      // Just the head counts as one: what follows it comes with another read.
      #expect(ByteBuffer(bytes: whole.prefix(cut)).isOneRequest == (cut == head.utf8.count))
      #expect(!ByteBuffer(bytes: whole + [UInt8.random(in: 0...255, using: &random)]).isOneRequest)
    }
  }
}
