@testable import HTTPTransport
import HTTPTypes
import NIOCore
import Testing

@Suite("Requests and routes")
struct RequestTests {
  private func request(_ path: String) -> Request {
    Request(
      head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path),
      body: .whole(ByteBuffer()))
  }

  @Test(
    "an item of the query is the first of its name, decoded once",
    arguments: [
      ("/a?x=1", "1"), ("/a?x=1&x=2", "1"), ("/a?x", ""), ("/a?x=", ""), ("/a?y=1&&x=a=b", "a=b"),
      ("/a?x=%41%2541", "A%41"), ("/a?x=a+b", "a+b"), ("/a?x=50%", "50%"), ("/a?x=1#x", "1"),
      ("/a?x=%FF", "\u{FFFD}"), ("/a?X=1", nil), ("/a?%78=1", nil), ("/x=1", nil), ("/a", nil),
    ] as [(String, String?)])
  func query(_ path: String, _ value: String?) {
    #expect(request(path).queryItem("x") == value)
    #expect(request(path).path == path.prefix { $0 != "?" })
  }

  @Test("a router finds the route of a path, and names the methods of a path without one")
  func router() {
    var router = Router<Int>()
    router.add(.get, "/v1/things", 1)
    router.add(.get, "/v1/things/{id}", 2)
    router.add(.delete, "/v1/things/{id}", 3)
    #expect(found(router.find(.get, "/v1/things?x=1")) == "1")
    #expect(found(router.find(.head, "/v1//things/")) == "1")
    #expect(found(router.find(.delete, "/v1/things/a%2Fb")) == "3 a%2Fb")
    #expect(found(router.find(.post, "/v1/things/a")) == "GET, HEAD, DELETE")
    #expect(found(router.find(.get, "/v1/other")) == nil)
    #expect(found(router.find(.get, "/v1/things/a/b")) == nil)
  }

  private func found(_ found: Router<Int>.Found) -> String? {
    switch found {
    case .route(let route, let parameters):
      parameters["id"].isEmpty ? "\(route)" : "\(route) \(parameters["id"])"
    case .otherMethods(let allow): allow
    case .nothing: nil
    }
  }

  @Test("a body is read up to a limit, and one that was cut is an error")
  func body() async throws {
    let whole = RequestBody.whole(ByteBuffer(string: "abc"))
    #expect(try await whole.bytes(upTo: 3) == Array("abc".utf8))
    #expect(try await whole.bytes(upTo: 2) == nil)
    let (parts, arriving) = AsyncThrowingStream.makeStream(
      of: ByteBuffer.self, throwing: (any Error).self)
    arriving.yield(ByteBuffer(string: "a"))
    arriving.finish(throwing: ChannelError.eof)
    await #expect(throws: IncompleteRequest.self) {
      try await RequestBody.arriving(parts).bytes(upTo: 3)
    }
  }

  @Test(
    "a body that arrives in parts has room for an eighth more, a large one for as much again",
    arguments: [1_000, 65_536], [5_000, 70_000, 600_000, 1_048_575])
  func room(_ part: Int, _ count: Int) async throws {
    let (parts, arriving) = AsyncThrowingStream.makeStream(
      of: ByteBuffer.self, throwing: (any Error).self)
    for start in stride(from: 0, to: count, by: part) {
      arriving.yield(ByteBuffer(repeating: 1, count: min(part, count - start)))
    }
    arriving.finish()
    let most = 1_048_576
    let bytes = try #require(try await RequestBody.arriving(parts).bytes(upTo: most))
    #expect(bytes.count == count)
    let room = count < 131_072 ? count + count / 8 : min(2 * count, most)
    // The allocator rounds up to a page.
    #expect(bytes.capacity <= room + 4_096)
  }
}
