import HTTPTransport
import TestSupport
import Testing

/// `PAYWALL_DIFFERENCES` does not count here: this needs no sockets, so it is quick.
@Suite struct BodyShapeTests {
  @Test func `what the socket finds in a body is what the decoder reads there`() throws {
    var random = SplitMix(state: 20_261_123)
    for _ in 0..<rounds(4_000, all: 40_000) {
      var body = Self.body(from: &random)
      for _ in 0..<Int.random(in: 0...2, using: &random) { Self.mutate(&body, &random) }
      let head = """
        POST /v1/placements HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n\r\n
        """
      let bytes = Array(head.utf8) + body
      let post = try #require(PlainRequest(bytes, from: 0))
      do {
        try checkShape(ofPost: post)
      } catch {
        Issue.record("\(error)\n\(String(decoding: body, as: UTF8.self))")
        return
      }
    }
  }

  private static func body(from random: inout SplitMix) -> [UInt8] {
    let text =
      "{"
      + (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Bool.random(using: &random)
          ? "\"attributes\":{\(list(&random))}" : pick(members, &random)
      }.joined(separator: ",") + "}"
    return Array(text.utf8)
  }

  private static func list(_ random: inout SplitMix) -> String {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in pick(attributes, &random) }
      .joined(separator: pick([",", ",", ",", " , ", ",\n"], &random))
  }

  private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    let place = Int.random(in: 0..<bytes.count, using: &random)
    let byte = pick(Array("\"\\{}[]:, aI9\n\0".utf8) + [0x80, 0xC3, 0xA9], &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes[place] = byte
    case 1: bytes.insert(byte, at: place)
    case 2 where bytes.count > 1: bytes.remove(at: place)
    default:
      let end = min(bytes.count, place + Int.random(in: 1...24, using: &random))
      bytes.insert(contentsOf: bytes[place..<end], at: place)
    }
  }

  private static func pick<Element>(_ list: [Element], _ random: inout SplitMix) -> Element {
    list[Int.random(in: 0..<list.count, using: &random)]
  }

  private static let members = [
    #""placements":["a","userId","b"]"#, #""userId":"u""#, #""anonymousId":"a""#,
    #""preview":"userId""#, #""x":{"attributes":{"userId":"u"}}"#, #""sign":["jws"]"#,
    #""customer":{"userId":"c"}"#,
  ]
  private static let attributes = [
    #""userId":"u-1""#, #""userId": "u-1""#, #""userId" :"u-1""#, #""userId":7"#, #""userId":"""#,
    #""userId":null"#, #""userId":"a b""#, #""userId":"é""#, #""userId":"\u0061""#,
    #""user\u0049d":"u-2""#, #""anonymousId":"a-1""#, #""anonymousId":"a\"1""#,
    #""firstSeen":"2026-11-01T00:00:00.000Z""#, #""firstSeen":1"#, #""country":"GB""#,
    #""x":{"userId":"u-3"}"#, #""tags":["userId","anonymousId"]"#, #""attributes":"userId""#,
    #""x":["a",{"userId":"u"}]"#, #""é":"firstSeen""#,
  ]
}
