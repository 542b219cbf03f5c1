import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import HTTPTransport

/// The first refusal of a connection is held for a moment, since a flood may open another.
@Suite("Refusals that are held")
struct HeldRefusalTests {
  @Test("the first refusal leaves after a moment, and the end after it")
  func held() throws {
    let line = try Flood.Line(places: 1)
    try line.ask("/a")
    try line.ask("/b")
    #expect(try line.answer(.tooManyRequests) == 0)
    line.pass(49)
    #expect(line.heads.paths == ["/a"])
    line.pass(1)
    #expect(try line.sent() == 2)
    #expect(line.heads.paths == ["/a", "/b"])
    #expect(try line.answer(.tooManyRequests) == 2)

    let other = try Flood.Line(places: 1)
    try other.ask("/a")
    #expect(try other.answer(.ok) == 2)
    try other.ask("/b")
    #expect(try other.answer(.unauthorized) == 0)
    var isClosed = false
    other.channel.closeFuture.assumeIsolated().whenComplete { _ in isClosed = true }
    other.channel.close(promise: nil)
    other.pass(49)
    #expect(!isClosed)
    other.pass(1)
    #expect(try other.sent() == 2)
    #expect(isClosed)
  }

  @Test("only as many refusals are held as there are places, which are given back")
  func places() throws {
    let refusals = HeldRefusals(capacity: 2) { 0.5 }
    let pause = TimeAmount.milliseconds(50)
    var places = [refusals.take(pause), refusals.take(pause), refusals.take(pause)]
    #expect(places.map { $0 != nil } == [true, true, false])
    #expect(places[0]?.time == .milliseconds(75))
    places[1] = nil
    places.append(refusals.take(pause))
    #expect(places.map { $0 != nil } == [true, false, false, true])
    let line = try Flood.Line(places: 0)
    try line.ask("/a")
    #expect(try line.answer(.tooManyRequests) == 2)
  }
}
