/// The trace of a request, from its `traceparent` header (W3C Trace Context).
///
/// The server only adds the trace to its log lines. It forwards no request, so it does not read
/// `tracestate`. A malformed header is ignored, as the specification requires.
package struct TraceContext: Hashable, Sendable {
  /// 32 lower-case hexadecimal digits, not all 0.
  package let traceId: String
  /// The client's span: 16 lower-case hexadecimal digits, not all 0.
  package let parentId: String
  /// Whether the client records the trace.
  package let isSampled: Bool

  /// - Parameter header: `00-<trace id>-<parent id>-<flags>`. A later version may have more
  ///   after another `-` (W3C Trace Context, 3.2.4).
  package init?(_ header: String) {
    let bytes = Array(header.utf8)
    guard bytes.count >= 55, let version = Self.byte(bytes[0..<2]), version != 0xFF,
      version == 0 ? bytes.count == 55 : bytes.count == 55 || bytes[55] == Self.dash,
      bytes[2] == Self.dash, bytes[35] == Self.dash, bytes[52] == Self.dash,
      let traceId = Self.id(bytes[3..<35]), let parentId = Self.id(bytes[36..<52]),
      let flags = Self.byte(bytes[53..<55])
    else { return nil }
    self.traceId = traceId
    self.parentId = parentId
    isSampled = flags & 1 == 1
  }

  private static let dash = UInt8(ascii: "-")

  private static func isHex(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
  }

  private static func byte(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard isHex(digits) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func id(_ digits: ArraySlice<UInt8>) -> String? {
    guard isHex(digits), digits.contains(where: { $0 != UInt8(ascii: "0") }) else { return nil }
    return String(decoding: digits, as: UTF8.self)
  }
}
