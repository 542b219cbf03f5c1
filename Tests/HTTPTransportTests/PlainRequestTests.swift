import HTTPTransport
import HTTPTypes
import Testing

@Suite("A plain request")
struct PlainRequestTests {
  private func read(_ text: String, from start: Int = 0) -> PlainRequest? {
    PlainRequest(Array(text.utf8), from: start)
  }

  @Test("is read with the headers that count, and the next one begins behind it")
  func read() throws {
    let first = "GET /a?b=%20 HTTP/1.1\r\nhOST:  localhost:1 \r\nAccept: */*\r\nX-Api-Key:k\r\n\r\n"
    let second = "GET /c HTTP/1.1\r\nHost: h\r\nX-Forwarded-Proto: https\r\nVia: \r\n\r\n"
    let get = try #require(read(first + second))
    #expect(get.head.path == "/a?b=%20")
    #expect(get.head.authority == "localhost:1")
    #expect(get.head.headerFields.map { "\($0.name.canonicalName)=\($0.value)" } == ["x-api-key=k"])
    #expect(get.end == first.utf8.count)
    let next = try #require(read(first + second, from: get.end))
    #expect(next.head.path == "/c")
    // Of these only servers without keys take notice, by the framework.
    #expect(next.head.headerFields.isEmpty)
    #expect(next.end == (first + second).utf8.count)
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "G", "GET", "GET ", "GET / HTTP/1.1", "GET / HTTP/1.1\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\n",
      "GET / HTTP/1.1\nHost: h\n\n", "GET / HTTP/1.0\r\n\r\n", "get / HTTP/1.1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: h\r\n\r\n",
      "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
      "GET /  HTTP/1.1\r\n\r\n",
      "GET * HTTP/1.1\r\n\r\n", "GET http://h/ HTTP/1.1\r\n\r\n", "GET /ä HTTP/1.1\r\n\r\n",
      " GET / HTTP/1.1\r\n\r\n", "\r\nGET / HTTP/1.1\r\n\r\n", "GET /\t HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost : h\r\n\r\n", "GET / HTTP/1.1\r\n Host: h\r\n\r\n",
      "GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n", "GET / HTTP/1.1\r\nA\r\n\r\n",
      "GET / HTTP/1.1\r\n: b\r\n\r\n", "GET / HTTP/1.1\r\nA: b\u{0}\r\n\r\n",
      "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", "GET / HTTP/1.1\r\nA: b\nC: d\r\n\r\n",
      "GET / HTTP/1.1\r\nA: ä\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\ntransfer-encodinG:x\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nConnection: keep-alive, close\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nKeep-Alive: 1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: h2c\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nTE: trailers\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nTrailer: x\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nProxy-Connection: x\r\n\r\n",
    ])
  func nothingElse(_ text: String) {
    #expect(read(text)?.end == nil)
  }

  @Test("is a POST with a length, whose body may come later")
  func post() throws {
    let head = "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n"
    let post = try #require(read("\(head)hello"))
    #expect(post.method == .post)
    #expect(post.head.method == .post)
    #expect(post.bytes[post.body].elementsEqual("hello".utf8))
    #expect(post.byteCount == head.utf8.count)
    #expect(post.end == head.utf8.count + 5)
    #expect(read("\(head)he")?.end == head.utf8.count + 5)
    #expect(read("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")?.body.isEmpty == true)
  }

  @Test(
    "is no POST without one certain length",
    arguments: [
      "", "Transfer-Encoding: chunked\r\n", "Content-Length: \r\n", "Content-Length: -1\r\n",
      "Content-Length: +1\r\n", "Content-Length: 0x1\r\n", "Content-Length: 1, 1\r\n",
      "Content-Length: 1\r\nContent-Length: 1\r\n", "Content-Length: 1234567890\r\n",
      "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", "Content-Length: 1 1\r\n",
      "Content-Length: 1\r\nExpect: 100-continue\r\n",
      "Content-Length: 1\r\nContent-Encoding: gzip\r\n",
    ])
  func noLength(_ lines: String) {
    #expect(read("POST / HTTP/1.1\r\nHost: h\r\n\(lines)\r\nx")?.end == nil)
  }

  @Test("may say that the connection stays open, as HTTP/1.1 has it anyway")
  func keepAlive() throws {
    let text = "GET / HTTP/1.1\r\nHost: h\r\nCONNECTION: Keep-Alive\r\n\r\n"
    let get = try #require(read(text))
    #expect(get.end == text.utf8.count)
    #expect(get.head.headerFields.isEmpty)
  }

  @Test("has as many headers as the framework reads, and no more")
  func manyHeaders() {
    func request(_ count: Int) -> String {
      "GET / HTTP/1.1\r\nHost: h\r\n" + String(repeating: "accept:\r\n", count: count - 1) + "\r\n"
    }
    #expect(read(request(HeaderLimits.fields))?.end == request(HeaderLimits.fields).utf8.count)
    #expect(read(request(HeaderLimits.fields + 1)) == nil)
  }

  @Test("every proper beginning of one is not yet one")
  func beginnings() {
    let text = "GET /v1/placements/x HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\n\r\n"
    for count in 0..<text.utf8.count {
      #expect(PlainRequest(Array(text.utf8.prefix(count)), from: 0)?.end == nil)
    }
    #expect(read(text)?.end == text.utf8.count)
  }
}
