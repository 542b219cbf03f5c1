import CZlib

/// A gzip file that is compressed part by part, with a header as `Gzip` writes it: the same parts give
/// the same bytes.
@safe package struct GzipStream: ~Copyable {
  /// zlib compares the address of its state.
  private let stream: UnsafeMutablePointer<z_stream>

  /// `nil` if zlib cannot allocate memory.
  package init?(_ effort: Gzip.Effort) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let withHeader: Int32 = 16
    let opened = unsafe deflateInit2_(
      stream, effort.rawValue, Z_DEFLATED, 15 + withHeader, 8, Z_DEFAULT_STRATEGY,
      ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard opened == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Returns the compressed bytes that are ready; after the last part, all that are left.
  package mutating func compress(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
    var compressed: [UInt8] = []
    var input = bytes
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe stream.pointee.next_in = input.baseAddress
      unsafe stream.pointee.avail_in = uInt(input.count)
      repeat {
        let count = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
          unsafe stream.pointee.next_out = buffer.baseAddress
          unsafe stream.pointee.avail_out = uInt(buffer.count)
          unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          return unsafe buffer.count - Int(stream.pointee.avail_out)
        }
        compressed += buffer[..<count]
      } while unsafe stream.pointee.avail_out == 0
    }
    return compressed
  }
}
