/// A text in lines of a width, as a phone breaks it: at spaces and hyphens, and beside wide characters.
struct BrokenText {
  private(set) var lines = 0
  /// The first word that is wider than a line, and so is broken inside.
  private(set) var broken: String?
  /// How far the last line reaches, in points.
  private var end = 0.0

  /// - Parameters:
  ///   - width: of a line, in points.
  ///   - size: of the text, in points.
  init(_ text: String, in width: Double, size: Double, isBold: Bool) {
    func points(_ scalars: some Sequence<Unicode.Scalar>) -> Double {
      scalars.reduce(0) { $0 + Double(CharacterWidths.width(of: $1, isBold: isBold)) } * size / 1000
    }
    for paragraph in text.split(separator: "\n") {
      lines += 1
      end = 0
      for piece in Self.pieces(of: paragraph.unicodeScalars) {
        // A space takes no room at the end of a line.
        let word = piece.last == " " ? piece.dropLast() : piece[...]
        place(word, points(word), in: width)
        end += points(piece) - points(word)
      }
    }
  }

  private mutating func place(
    _ word: ArraySlice<Unicode.Scalar>, _ points: Double, in width: Double
  ) {
    if end > 0, end + points > width {
      lines += 1
      end = 0
    }
    end += points
    guard points > width else { return }
    if broken == nil { broken = String(String.UnicodeScalarView(word)) }
    lines += Int(points / width)
    end = points.truncatingRemainder(dividingBy: width)
  }

  /// The parts between which a line may end; a space belongs to the part before it.
  private static func pieces(
    of scalars: some Sequence<Unicode.Scalar>
  ) -> [[Unicode.Scalar]] {
    var pieces: [[Unicode.Scalar]] = []
    var piece: [Unicode.Scalar] = []
    for scalar in scalars {
      if scalar.isWide, !piece.isEmpty {
        pieces.append(piece)
        piece = []
      }
      piece.append(scalar)
      if [" ", "-", "\u{AD}", "\u{200B}"].contains(scalar) || scalar.isWide {
        pieces.append(piece)
        piece = []
      }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }
}
