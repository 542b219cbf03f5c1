import CZlib

/// The text of a gzip body; `nil` if it is none, or if something follows it.
func inflated(_ bytes: [UInt8]) -> [UInt8]? {
  var stream = unsafe z_stream()
  let opened = unsafe inflateInit2_(
    &stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  guard opened == Z_OK else { return nil }
  defer { unsafe inflateEnd(&stream) }
  var status = Z_OK
  var input = bytes
  let capacity = 4 * 1024 * 1024
  let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
    unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = uInt(input.count)
      unsafe stream.next_out = output.baseAddress
      unsafe stream.avail_out = uInt(capacity)
      status = unsafe inflate(&stream, Z_FINISH)
      count = unsafe capacity - Int(stream.avail_out)
    }
  }
  return unsafe status == Z_STREAM_END && stream.avail_in == 0 ? output : nil
}
