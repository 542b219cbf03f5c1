import CZlib

/// The gzip content coding (RFC 1952), with zlib. Deterministic: the header holds no time and no name.
package enum Gzip {
  /// The compression level: the fastest while a client or a reader of rows waits, a better one for a
  /// body that is compressed once and sent often.
  package enum Effort: Int32, Sendable {
    case onRequest = 1
    case once = 6
  }

  /// `nil` if zlib cannot allocate memory.
  package static func compress(_ bytes: [UInt8], _ effort: Effort) -> [UInt8]? {
    var stream = unsafe z_stream()
    // A window no larger than the text: zlib would clear 32 KiB of it for each response.
    let isShort = bytes.count <= 4096
    let withHeader: Int32 = 16
    let opened = unsafe deflateInit2_(
      &stream, effort.rawValue, Z_DEFLATED, (isShort ? 12 : 15) + withHeader, isShort ? 5 : 8,
      Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard opened == Z_OK else { return nil }
    defer { unsafe deflateEnd(&stream) }
    let bound = unsafe Int(deflateBound(&stream, uLong(bytes.count)))
    var status = Z_OK
    var input = bytes
    let output = unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = uInt(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = uInt(bound)
        status = unsafe deflate(&stream, Z_FINISH)
        count = unsafe bound - Int(stream.avail_out)
      }
    }
    return status == Z_STREAM_END ? output : nil
  }
}
