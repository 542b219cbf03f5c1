import PaywallCatalog

/// Our order of versions as regular expressions. GrowthBook's own comparison treats 3.2 and 3.2.0
/// as different and 3.2.0.1 as less than 3.2.0, so it cannot be used.
struct VersionPattern {
  /// The numbers without zeros at the end, at least one.
  private let parts: [String]

  /// `nil` for a pre-release: a pattern for the order of pre-releases would be too large.
  init?(_ version: Version) {
    let text = version.text.prefix { $0 != "+" }
    guard !text.utf8.contains(UInt8(ascii: "-")) else { return nil }
    var parts = text.drop { $0 == "v" }.split(separator: ".").map { number in
      let digits = number.drop { $0 == "0" }
      return digits.isEmpty ? "0" : String(digits)
    }
    while parts.count > 1, parts.last == "0" { parts.removeLast() }
    self.parts = parts
  }

  /// Matches every version.
  static let any = "^v?[0-9]+\(more)\(anyTail)"

  var equal: String { whole("\(start(parts.count))(\\.0+)*") + Self.releaseTail }
  /// Includes pre-releases of the version itself, which are lower.
  var lessThan: String {
    "(\(whole(lower))\(Self.anyTail)|\(whole("\(start(parts.count))(\\.0+)*"))\(Self.preTail))"
  }
  var atMost: String {
    "(\(whole(lower))|\(whole("\(start(parts.count))(\\.0+)*")))\(Self.anyTail)"
  }
  var moreThan: String { whole(higher) + Self.anyTail }
  var atLeast: String { "(\(moreThan)|\(equal))" }

  private static let more = "(\\.[0-9]+)*"
  private static let identifiers = "-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*"
  private static let releaseTail = "(\\+|$)"
  private static let preTail = "\(identifiers)(\\+|$)"
  private static let anyTail = "(\(identifiers))?(\\+|$)"

  private func whole(_ numbers: String) -> String { "^v?(\(numbers))" }

  /// The first parts, each with any number of zeros before it.
  private func start(_ count: Int) -> String {
    parts.prefix(count).map { $0 == "0" ? "0+" : "0*\($0)" }.joined(separator: "\\.")
  }

  private func behind(_ count: Int, _ part: String) -> String {
    count == 0 ? part : "\(start(count))\\.\(part)"
  }

  /// Numbers that are higher in one part, or have a part other than zero after the last.
  private var higher: String {
    let inPart = parts.indices.map { "\(behind($0, Self.greater(than: parts[$0])))\(Self.more)" }
    let behindAll = "\(start(parts.count))\(Self.more)\\.0*[1-9][0-9]*\(Self.more)"
    return (inPart + [behindAll]).joined(separator: "|")
  }

  /// Numbers that are lower in one part, or end before a part that is not zero.
  private var lower: String {
    let inPart = parts.indices.compactMap { index in
      Self.less(than: parts[index]).map { "\(behind(index, $0))\(Self.more)" }
    }
    // Missing parts count as zero, and the last part is not zero, unless it is the only one.
    let shorter = parts.indices.dropFirst().map(start)
    let patterns = inPart + shorter
    return patterns.isEmpty ? "\\n^" : patterns.joined(separator: "|")
  }

  /// A number above one that is written without zeros before it.
  private static func greater(than number: String) -> String {
    let digits = Array(number.utf8)
    var choices = ["[1-9][0-9]{\(digits.count),}"]
    for (index, digit) in digits.enumerated() where digit < UInt8(ascii: "9") {
      choices.append(
        number.prefix(index) + "[\(digit - 0x30 + 1)-9]" + rest(digits.count - index - 1))
    }
    return "0*(\(choices.joined(separator: "|")))"
  }

  /// `nil` below zero.
  private static func less(than number: String) -> String? {
    let digits = Array(number.utf8)
    var choices: [String] = digits.count > 1 ? ["[0-9]{1,\(digits.count - 1)}"] : []
    for (index, digit) in digits.enumerated() where digit > UInt8(ascii: "0") {
      choices.append(
        number.prefix(index) + "[0-\(digit - 0x30 - 1)]" + rest(digits.count - index - 1))
    }
    return choices.isEmpty ? nil : "0*(\(choices.joined(separator: "|")))"
  }

  private static func rest(_ count: Int) -> String { count == 0 ? "" : "[0-9]{\(count)}" }
}
