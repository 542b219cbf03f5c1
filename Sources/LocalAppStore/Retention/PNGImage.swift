/// The width and height of a PNG image, and whether some of it may be transparent. The pixels are not
/// read.
struct PNGImage {
  let width: Int
  let height: Int
  /// Whether it has an alpha channel or a transparent colour.
  let hasTransparency: Bool

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// `nil` for other files, and for one whose chunks do not reach from `IHDR` to `IEND`.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature) else { return nil }
    var rest = bytes[Self.signature.count...]
    guard let header = Chunk(&rest), header.type == "IHDR", header.data.count == 13 else {
      return nil
    }
    width = Int(header.data.number)
    height = Int(header.data.dropFirst(4).number)
    // Grey and colour with an alpha channel are 4 and 6.
    var isTransparent = [4, 6].contains(header.data[header.data.startIndex + 9])
    var hasPixels = false
    var last = header
    while last.type != "IEND" {
      guard let chunk = Chunk(&rest) else { return nil }
      if chunk.type == "tRNS" { isTransparent = true }
      if chunk.type == "IDAT" { hasPixels = true }
      last = chunk
    }
    guard rest.isEmpty, hasPixels else { return nil }
    hasTransparency = isTransparent
  }

  /// One chunk: its length, type, data, and a checksum, which is not checked.
  private struct Chunk {
    let type: String
    let data: ArraySlice<UInt8>

    init?(_ bytes: inout ArraySlice<UInt8>) {
      guard bytes.count >= 12 else { return nil }
      let length = Int(bytes.number)
      guard length <= bytes.count - 12 else { return nil }
      type = String(decoding: bytes.dropFirst(4).prefix(4), as: UTF8.self)
      data = bytes.dropFirst(8).prefix(length)
      bytes = bytes.dropFirst(12 + length)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The first four bytes as a number, the highest first.
  fileprivate var number: UInt32 { prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
}
