/// The head of a PNG, read from its chunks (W3C PNG, § 5 and 11). No pixel is unpacked, so that no file can
/// cost more than reading it once.
package struct PNGFile: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// Whether pixels may be transparent: there is an alpha channel, or a transparent colour.
  package let mayBeTransparent: Bool

  /// Why bytes are no whole PNG.
  package enum Mistake: Error, Hashable, Sendable {
    case notPNG
    /// The bytes end within a chunk, or before the last one.
    case truncated
    /// The head, or the order of the chunks, is not as the format says.
    case damaged

    package var words: String {
      switch self {
      case .notPNG: "is no PNG"
      case .truncated: "is a PNG that is cut off"
      case .damaged: "is a damaged PNG"
      }
    }
  }

  package init(_ bytes: [UInt8]) throws(Mistake) {
    var chunks = Chunks(bytes)
    guard bytes.starts(with: Self.signature) else { throw .notPNG }
    guard let head = try chunks.next(), head.type == "IHDR", head.data.count == 13 else {
      throw .damaged
    }
    let field = Array(head.data)
    (width, height) = (Chunks.number(field[0..<4]), Chunks.number(field[4..<8]))
    guard width > 0, height > 0, width <= Int32.max, height <= Int32.max,
      let depths = Self.depths[field[9]], depths.contains(field[8]), field[10] == 0,
      field[11] == 0, field[12] <= 1
    else { throw .damaged }
    var (hasPixels, hasTransparentColour) = (false, false)
    while let chunk = try chunks.next() {
      switch chunk.type {
      case "IHDR": throw .damaged
      case "IDAT": hasPixels = hasPixels || !chunk.data.isEmpty
      case "tRNS": hasTransparentColour = true
      case "IEND":
        guard hasPixels, chunks.isAtEnd else { throw .damaged }
        mayBeTransparent = hasTransparentColour || field[9] & 4 != 0
        return
      default: continue
      }
    }
    throw .truncated
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The bits of a sample by type of colour; a type with 4 in it has an alpha channel.
  private static let depths: [UInt8: Set<UInt8>] = [
    0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
  ]

  /// The chunks after the signature: a length, a type, data and a check sum each.
  private struct Chunks {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes.dropFirst(signature.count) }

    var isAtEnd: Bool { rest.isEmpty }

    /// `nil` at the end of the bytes.
    mutating func next() throws(Mistake) -> (type: String, data: ArraySlice<UInt8>)? {
      guard !rest.isEmpty else { return nil }
      guard rest.count >= 12 else { throw .truncated }
      let length = Self.number(rest.prefix(4))
      guard length <= Int32.max else { throw .damaged }
      guard rest.count - 12 >= length else { throw .truncated }
      let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      let data = rest.dropFirst(8).prefix(length)
      rest = rest.dropFirst(12 + length)
      return (type, data)
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> Int {
      bytes.reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
