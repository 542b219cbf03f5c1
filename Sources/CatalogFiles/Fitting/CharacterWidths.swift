/// How wide characters are in a font like that of phones, from `CharacterWidths.table`.
enum CharacterWidths {
  /// The widths in thousandths of the size: regular, then bold.
  private static let widths: [[UInt32: Int]] = {
    var widths: [String: [UInt32: Int]] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      let first = UInt32(words[1], radix: 16) ?? 0
      for (offset, width) in words.dropFirst(2).enumerated() {
        widths[String(words[0]), default: [:]][first + UInt32(offset)] = Int(width)
      }
    }
    return [widths["400"] ?? [:], widths["700"] ?? [:]]
  }()

  /// Returns the width in thousandths of the size. Letters of scripts that the table lacks count as
  /// middling ones.
  static func width(of scalar: Unicode.Scalar, isBold: Bool) -> Int {
    if let width = widths[isBold ? 1 : 0][scalar.value] { return width }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return scalar.isWide ? 1000 : 600
    }
  }
}

extension Unicode.Scalar {
  /// True for characters as wide as high; lines may break before and behind them: kana, Han and
  /// Hangul, and emoji.
  var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
