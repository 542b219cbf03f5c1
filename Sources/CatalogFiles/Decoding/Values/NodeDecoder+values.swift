internal import PaywallCatalog
internal import YAMLText

extension NodeDecoder where Value == String {
  /// Any text that is not empty. Numbers and words such as `no` are text here.
  static var text: NodeDecoder {
    NodeDecoder(
      "text", example: "some text", .ref("text"),
      wrong: { _ in "expected text, found an empty one" },
      help: { _ in "write a value like some text, or remove the key" }
    ) { $0.isEmpty ? nil : $0 }
  }

  /// Text that must satisfy a condition.
  static func text(
    _ what: String, example: String, _ schema: @autoclosure @escaping () -> JSONSchema,
    where isValid: @escaping (String) -> Bool
  ) -> NodeDecoder {
    NodeDecoder(what, example: example, schema()) { isValid($0) ? $0 : nil }
  }

  /// SHA-256 in hexadecimal digits. A wrong one is not quoted, because it may be a key.
  static var digest: NodeDecoder {
    NodeDecoder(
      "a SHA-256 digest", example: "a digest", .text(Patterns.digest),
      wrong: { _ in "this is not a SHA-256 digest" },
      help: { _ in
        "write the 64 lower-case hexadecimal digits that 'paywall key create' prints; "
          + "if this is a key, it is no longer secret: replace it"
      }
    ) { $0.utf8.count == 64 && $0.isLowerCaseHexadecimal ? $0 : nil }
  }
}

extension NodeDecoder where Value == Bool {
  static var boolean: NodeDecoder {
    NodeDecoder(
      "true or false", example: "true", .ref("boolean"),
      wrong: { "'\($0.shortened)' is neither true nor false" }, help: booleanHelp
    ) { $0 == "true" ? true : $0 == "false" ? false : nil }
  }
}

private func booleanHelp(for text: String) -> String {
  let meant: [String: String] = [
    "yes": "true", "on": "true", "y": "true", "1": "true",
    "no": "false", "off": "false", "n": "false", "0": "false",
  ]
  let guess = meant[text.lowercased()] ?? text.lowercased()
  return guess == "true" || guess == "false" ? "write \(guess)" : "write true or false"
}

extension NodeDecoder where Value == Int64 {
  /// A whole number in decimal digits.
  static func integer(_ range: ClosedRange<Int64> = .min ... .max) -> NodeDecoder {
    NodeDecoder(
      .integer(
        from: range.lowerBound == .min ? nil : range.lowerBound,
        to: range.upperBound == .max ? nil : range.upperBound)
    ) { node, context in
      guard let text = node.text(as: "a whole number", example: "1", context) else { return nil }
      guard let number = Int64(text), text.first != "+" else {
        return context.refuse(
          .invalidValue, at: node.range, "'\(text.shortened)' is not a whole number",
          help: "write it in digits, like 1000")
      }
      guard range.contains(number) else {
        let limit =
          number < range.lowerBound
          ? "the least is \(range.lowerBound)" : "the most is \(range.upperBound)"
        return context.refuse(
          .invalidValue, at: node.range, "\(number) is out of range: \(limit)",
          help: "write a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }
}

extension NodeDecoder where Value == Int {
  static func integer(_ range: ClosedRange<Int>) -> NodeDecoder {
    NodeDecoder<Int64>.integer(Int64(range.lowerBound)...Int64(range.upperBound)).map { Int($0) }
  }
}

extension NodeDecoder where Value == BasisPoints {
  /// A share in percent. A bare number could mean `20%` or `0.2`, so it is refused.
  static var share: NodeDecoder {
    NodeDecoder("a share", example: "20%", .ref("share"), help: shareHelp) {
      BasisPoints(percent: $0)
    }
  }
}

/// Returns help that guesses the meaning of `20`, `0.2`, `120%` or `33.333%`.
func shareHelp(for text: String) -> String {
  let number = text.hasSuffix("%") ? text.dropLast() : text[...]
  guard let value = Double(number), value.isFinite else {
    return "write a share like 20% or 12.5%"
  }
  if value < 0 || value > 100 { return "a share is at least 0% and at most 100%" }
  if text.hasSuffix("%") { return "a share has at most two decimals, like 33.33%" }
  guard value <= 1, value > 0, BasisPoints(percent: "\(number)%") != nil else {
    return "write \(number)%"
  }
  let share = BasisPoints(Int((value * 10_000).rounded()))
  return "write \(share.map(\.description) ?? "100%"), or \(number)% if that is meant"
}

extension NodeDecoder where Value == Slice {
  /// A part of a layer, `0%-40%`.
  static var slice: NodeDecoder {
    NodeDecoder(.plain(Patterns.slice)) { node, context in
      guard let text = node.text(as: "a slice", example: "0%-40%", context) else { return nil }
      let parts = text.split(separator: "-", omittingEmptySubsequences: false).map {
        BasisPoints(percent: $0.drop { $0 == " " })
      }
      guard parts.count == 2, let start = parts[0], let end = parts[1] else {
        return context.refuse(
          .invalidValue, at: node.range, "'\(text.shortened)' is not a slice",
          help: "write the part of the layer like 0%-40%")
      }
      if let slice = Slice(start: start, end: end) { return slice }
      return context.refuse(
        .emptyWindow, at: node.range, "the slice \(text) is empty",
        help: start > end ? "write \(end)-\(start)" : "let it end after it starts")
    }
  }
}

extension NodeDecoder where Value == Period {
  static var period: NodeDecoder {
    NodeDecoder(
      "a duration", example: "P1M", .ref("period"),
      help: {
        Period(iso8601: $0.uppercased()).map { "write \($0)" }
          ?? "write an ISO 8601 duration: P1W, P3M, P1Y, PT24H"
      }
    ) { Period(iso8601: $0) }
  }
}

extension NodeDecoder where Value == Timestamp {
  static var time: NodeDecoder {
    NodeDecoder(
      "a time", example: "2026-12-01T09:00Z", .ref("time"),
      wrong: { "'\($0.shortened)' is not a time with a zone" }, help: timeHelp
    ) { Timestamp(rfc3339: $0) }
  }
}

/// Returns help on a malformed time: the zone, the `T`, the time of day, or an impossible day.
private func timeHelp(for text: String) -> String {
  let text = yearFirst(text) ?? text
  let guesses = [
    text, text + "Z", text + "T00:00Z", text.replacing(" ", with: "T", maxReplacements: 1),
    text.replacing(" ", with: "T", maxReplacements: 1) + "Z",
  ]
  if let guess = guesses.first(where: { Timestamp(rfc3339: $0) != nil }) {
    return guess.hasSuffix("Z") && !text.hasSuffix("Z")
      ? "write \(guess), or the zone that is meant, like +01:00" : "write \(guess)"
  }
  return "write a day that there is, with time and zone, like 2026-12-01T09:00Z"
}

/// Returns `2026-12-24 18:00` for `24.12.2026 18:00`, and for a date with slashes if only one of its
/// numbers can be the month; `nil` for any other text.
private func yearFirst(_ text: String) -> String? {
  let date = text.prefix { $0.isNumber || "./".contains($0) }
  let parts = date.split { "./".contains($0) }
  guard parts.count == 3, parts[2].count == 4, let first = Int(parts[0]), let second = Int(parts[1])
  else { return nil }
  let isDayFirst = date.contains(".") || first > 12
  guard isDayFirst || second > 12 else { return nil }
  let (day, month) = isDayFirst ? (first, second) : (second, first)
  func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "\(parts[2])-\(padded(month))-\(padded(day))" + text.dropFirst(date.count)
}

extension NodeDecoder where Value: RawRepresentable<String> & CaseIterable {
  /// One of a fixed list of words.
  static var choice: NodeDecoder { choice(meantBy: [:]) }

  /// The same; `others` are further words that people write for a value.
  static func choice(meantBy others: [String: Value]) -> NodeDecoder {
    NodeDecoder(.choice(Value.self)) { node, context in
      let example = { Nearest.list(Value.allCases.map(\.rawValue)) }
      guard let text = node.text(as: "a word", example: example(), context) else { return nil }
      if let value = Value(rawValue: text) { return value }
      let words = Value.allCases.map(\.rawValue)
      return context.refuse(
        .invalidValue, at: node.range,
        "'\(text.shortened)' is none of \(words.joined(separator: ", "))",
        help: others[text.lowercased()].map { "did you mean '\($0.rawValue)'?" }
          ?? Nearest.help(for: text, among: words) ?? "use \(Nearest.list(words))")
    }
  }
}
