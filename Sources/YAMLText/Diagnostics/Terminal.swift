extension String {
  /// This text without control characters.
  var shown: String { String(String.UnicodeScalarView(unicodeScalars.map(\.shown))) }
}

extension Unicode.Scalar {
  /// Control characters, line separators and marks of direction are shown as a box, so that a file
  /// cannot control the terminal or reorder a line.
  var shown: Unicode.Scalar {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return "␣"
    default: break
    }
    switch value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: return "␣"
    default: return self
    }
  }

  /// The columns of this scalar in a terminal: 2 for East Asian wide ones and emoji, 0 for marks.
  package var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
