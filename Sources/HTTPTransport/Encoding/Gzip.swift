import CZlib

/// The content coding of RFC 1952, by zlib. The same bytes always give the same bytes: no time, no
/// name.
package enum Gzip {
  /// How hard to look for repetitions: the least while somebody waits; what is made once may take
  /// its time.
  package enum Effort: Int32, Sendable {
    case onRequest = 1
    case once = 6
  }

  /// `nil` if zlib has no memory.
  package static func compress(_ bytes: [UInt8], _ effort: Effort) -> [UInt8]? {
    var stream = unsafe z_stream()
    // A window no larger than the text needs: 32 KiB of it would be cleared for every answer.
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
