internal import PaywallCatalog
internal import YAMLText

extension NodeDecoder where Value == String {
  /// Any text that is not empty. Numbers and words such as `no` are text here.
  static var text: NodeDecoder { text("text", example: "some text") }

  static func text(_ what: String, example: String) -> NodeDecoder {
    NodeDecoder { node, context in
      guard let text = node.text(as: what, example: example, context) else { return nil }
      guard text.isEmpty else { return text }
      context.error(
        .invalidValue, at: node.range, "expected \(what), found an empty one",
        help: "write a value like \(example), or remove the key")
      return nil
    }
  }

  /// Text that must satisfy a condition.
  static func text(
    _ what: String, example: String, where isValid: @escaping (String) -> Bool
  ) -> NodeDecoder {
    NodeDecoder(what, example: example) { isValid($0) ? $0 : nil }
  }

  /// SHA-256 in hexadecimal digits. A wrong one is not quoted, because it may be a key.
  static var digest: NodeDecoder {
    NodeDecoder { node, context in
      guard let text = node.text(as: "a SHA-256 digest", example: "a digest", context) else {
        return nil
      }
      let isDigest =
        text.utf8.count == 64
        && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      if isDigest { return text }
      context.error(
        .invalidValue, at: node.range, "this is not a SHA-256 digest",
        help: "write the 64 lower-case hexadecimal digits that 'paywall key create' prints; "
          + "if this is a key, it is no longer secret: replace it")
      return nil
    }
  }
}

extension NodeDecoder where Value == Bool {
  static var boolean: NodeDecoder {
    NodeDecoder { node, context in
      guard let text = node.text(as: "true or false", example: "true", context) else { return nil }
      switch text {
      case "true": return true
      case "false": return false
      default:
        let meant: [String: String] = [
          "yes": "true", "on": "true", "y": "true", "1": "true",
          "no": "false", "off": "false", "n": "false", "0": "false",
        ]
        let guess = meant[text.lowercased()] ?? text.lowercased()
        context.error(
          .invalidValue, at: node.range, "'\(text.shortened)' is neither true nor false",
          help: guess == "true" || guess == "false" ? "write \(guess)" : "write true or false")
        return nil
      }
    }
  }
}

extension NodeDecoder where Value == Int64 {
  /// A whole number in decimal digits.
  static func integer(_ range: ClosedRange<Int64> = .min ... .max) -> NodeDecoder {
    NodeDecoder { node, context in
      guard let text = node.text(as: "a whole number", example: "1", context) else { return nil }
      guard let number = Int64(text), text.first != "+" else {
        context.error(
          .invalidValue, at: node.range, "'\(text.shortened)' is not a whole number",
          help: "write it in digits, like 1000")
        return nil
      }
      guard range.contains(number) else {
        let limit =
          number < range.lowerBound
          ? "the least is \(range.lowerBound)" : "the most is \(range.upperBound)"
        context.error(
          .invalidValue, at: node.range, "\(number) is out of range: \(limit)",
          help: "write a number from \(range.lowerBound) to \(range.upperBound)")
        return nil
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
    NodeDecoder { node, context in
      guard let text = node.text(as: "a share", example: "20%", context) else { return nil }
      if let share = BasisPoints(percent: text) { return share }
      context.error(
        .invalidValue, at: node.range, "'\(text.shortened)' is not a share",
        help: shareHelp(for: text))
      return nil
    }
  }
}

/// What `20`, `0.2`, `120%` or `33.333%` may have meant.
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
    NodeDecoder { node, context in
      guard let text = node.text(as: "a slice", example: "0%-40%", context) else { return nil }
      let parts = text.split(separator: "-", omittingEmptySubsequences: false).map {
        BasisPoints(percent: $0.drop { $0 == " " })
      }
      guard parts.count == 2, let start = parts[0], let end = parts[1] else {
        context.error(
          .invalidValue, at: node.range, "'\(text.shortened)' is not a slice",
          help: "write the part of the layer like 0%-40%")
        return nil
      }
      if let slice = Slice(start: start, end: end) { return slice }
      context.error(
        .emptyWindow, at: node.range, "the slice \(text) is empty",
        help: start > end ? "write \(end)-\(start)" : "let it end after it starts")
      return nil
    }
  }
}

extension NodeDecoder where Value == Period {
  static var period: NodeDecoder {
    NodeDecoder { node, context in
      guard let text = node.text(as: "a duration", example: "P1M", context) else { return nil }
      if let period = Period(iso8601: text) { return period }
      context.error(
        .invalidValue, at: node.range, "'\(text.shortened)' is not a duration",
        help: Period(iso8601: text.uppercased()).map { "write \($0)" }
          ?? "write an ISO 8601 duration: P1W, P3M, P1Y, PT24H")
      return nil
    }
  }
}

extension NodeDecoder where Value == Timestamp {
  static var time: NodeDecoder {
    NodeDecoder { node, context in
      guard let text = node.text(as: "a time", example: "2026-12-01T09:00Z", context) else {
        return nil
      }
      if let time = Timestamp(rfc3339: text) { return time }
      context.error(
        .invalidValue, at: node.range, "'\(text.shortened)' is not a time with a zone",
        help: timeHelp(for: text))
      return nil
    }
  }
}

/// What is wrong with a time: the zone, the `T`, the time of day, or an impossible day.
private func timeHelp(for text: String) -> String {
  let guesses = [
    text + "Z", text + "T00:00Z", text.replacing(" ", with: "T", maxReplacements: 1),
    text.replacing(" ", with: "T", maxReplacements: 1) + "Z",
  ]
  if let guess = guesses.first(where: { Timestamp(rfc3339: $0) != nil }) {
    return guess.hasSuffix("Z") && !text.hasSuffix("Z")
      ? "write \(guess), or the zone that is meant, like +01:00" : "write \(guess)"
  }
  return "write a day that there is, with time and zone, like 2026-12-01T09:00Z"
}

extension NodeDecoder where Value: RawRepresentable<String> & CaseIterable {
  /// One of a fixed list of words.
  static var choice: NodeDecoder {
    NodeDecoder { node, context in
      let example = { Nearest.list(Value.allCases.map(\.rawValue)) }
      guard let text = node.text(as: "a word", example: example(), context) else { return nil }
      if let value = Value(rawValue: text) { return value }
      let words = Value.allCases.map(\.rawValue)
      context.error(
        .invalidValue, at: node.range,
        "'\(text.shortened)' is none of \(words.joined(separator: ", "))",
        help: Nearest.help(for: text, among: words) ?? "use \(Nearest.list(words))")
      return nil
    }
  }
}
