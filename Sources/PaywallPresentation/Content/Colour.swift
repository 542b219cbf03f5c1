/// A colour of the sRGB space, as `#RRGGBB`.
package struct Colour: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// `nil` for anything but `#` and six hexadecimal digits.
  package init?(_ text: String) {
    let digits = text.utf8.dropFirst().compactMap { byte -> UInt32? in
      Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt32($0) }
    }
    guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 7, digits.count == 6 else {
      return nil
    }
    let number = digits.reduce(0) { $0 << 4 | $1 }
    self.init(
      red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
  }

  /// The colour as text: `#1d4ed8`.
  package var text: String {
    "#"
      + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  package static let white = Colour(red: 255, green: 255, blue: 255)
  package static let black = Colour(red: 0, green: 0, blue: 0)
}

extension Colour {
  /// Returns the contrast from 1 to 21, by WCAG 2.2; text of usual size needs 4.5.
  package func contrast(with other: Colour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// White or black, whichever is easier to read on this colour.
  package var readable: Colour {
    contrast(with: .white) >= contrast(with: .black) ? .white : .black
  }

  private var luminance: Double {
    Self.linear(red) * 0.2126 + Self.linear(green) * 0.7152 + Self.linear(blue) * 0.0722
  }

  /// The share of light of a channel, from 0 to 1.
  private static func linear(_ channel: UInt8) -> Double { linearValues[Int(channel)] }

  private static let linearValues = (0...255).map { channel -> Double in
    let value = Double(channel) / 255
    return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055)
  }

  /// `base` to the power of 2.4, which is `base² · (base^(1/5))²`, by Newton's method.
  private static func power(_ base: Double) -> Double {
    var root = 1.0
    for _ in 0..<64 {
      let fourth = root * root * root * root
      root -= (root * fourth - base) / (5 * fourth)
    }
    return base * base * root * root
  }
}
