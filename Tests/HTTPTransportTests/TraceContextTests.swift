import HTTPTransport
import Testing

@Suite("Trace contexts")
struct TraceContextTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let parent = "00f067aa0ba902b7"

  /// The examples of the W3C specification, 3.2.
  @Test("a caller's trace is taken up", arguments: [("01", true), ("00", false), ("ff", true)])
  func wellFormed(flags: String, isSampled: Bool) throws {
    let context = try #require(TraceContext("00-\(Self.trace)-\(Self.parent)-\(flags)"))
    #expect(context.traceId == Self.trace)
    #expect(context.parentId == Self.parent)
    #expect(context.isSampled == isSampled)
  }

  @Test(
    "a later version may say more, and is read as far as it is known",
    arguments: ["01-\(trace)-\(parent)-01", "cc-\(trace)-\(parent)-01-more"])
  func laterVersion(header: String) {
    #expect(TraceContext(header)?.traceId == Self.trace)
  }

  @Test(
    "what is not well-formed is no trace",
    arguments: [
      "", "00", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-01-more",
      "00-\(trace)-\(parent)-01-", "00-\(trace)-\(parent)-1", "ff-\(trace)-\(parent)-01",
      "00-\(trace.uppercased())-\(parent)-01", "00-\(trace)-\(parent.uppercased())-01",
      "00-\(trace)-\(parent)-0A", "0A-\(trace)-\(parent)-01",
      "00-00000000000000000000000000000000-\(parent)-01", "00-\(trace)-0000000000000000-01",
      "00_\(trace)_\(parent)_01", " 00-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-01 ",
      "00-\(trace.dropLast())g-\(parent)-01", "01-\(trace)-\(parent)-01more",
      "+0-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-+1",
    ])
  func malformed(header: String) {
    #expect(TraceContext(header) == nil)
  }
}
