/// Advice that is known to help: changes of the text are tried, and the first with which the parser
/// gets past the mistake is what the person is told to do.
struct SyntaxRepair {
  var message: String?
  var help: String
  /// The byte offsets to show, if they are at another place.
  var place: Range<Int>?

  /// Longer texts are not tried: each attempt parses the whole text, and there are some thirty.
  private static let mostBytes = 1 << 14

  /// - Parameters:
  ///   - problem: where the parser stopped.
  ///   - shown: the place that a message would name.
  init?(of source: SourceText, problem: Int, shown: Range<Int>) {
    guard source.text.utf8.count <= Self.mostBytes else { return nil }
    let number = source.position(at: shown.lowerBound).line
    let line = SourceLine(source, number)
    // Two lines may be one text for the parser, which then stops in the second.
    let before = number > 1 ? SourceLine(source, number - 1) : nil
    let hashes = (max(1, number - 1)...max(number, source.position(at: problem).line)).flatMap {
      SourceLine(source, $0).withHashes
    }
    let attempts =
      hashes + line.withoutNoBreakSpaces + (before?.withoutNoBreakSpaces ?? [])
      + line.withColon + (before?.withColon ?? []) + line.closed(at: problem)
      + line.quoted(around: problem) + line.asItem + line.asEntry + line.indented
    guard let repair = attempts.found(in: source, past: problem) else { return nil }
    self = repair
  }

  init(message: String? = nil, help: String, place: Range<Int>? = nil) {
    (self.message, self.help, self.place) = (message, help, place)
  }
}

/// A change of a text, with the advice that describes it.
struct RepairAttempt {
  var splices: [Splice]
  var repair: SyntaxRepair
  /// The parser must get past these bytes of the old text; `nil` is all of it.
  var end: Int?
}

extension [RepairAttempt] {
  /// The first with which the parser gets further.
  fileprivate func found(in source: SourceText, past old: Int) -> SyntaxRepair? {
    let bytes = [UInt8](source.text.utf8)
    return first { attempt in
      let repaired = attempt.splices.applied(to: bytes)
      guard let problem = SyntaxProblem.firstOffset(in: repaired) else { return true }
      return attempt.end.map { problem > Swift.max($0, old) + repaired.count - bytes.count }
        ?? false
    }?.repair
  }
}

extension SyntaxProblem {
  /// The byte offset of the first problem of a text; `nil` if it can be parsed.
  fileprivate static func firstOffset(in bytes: [UInt8]) -> Int? {
    let text = String(decoding: bytes, as: UTF8.self)
    let hidden = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    do throws(SyntaxProblem) {
      let reader = try EventReader(text.utf8.dropFirst(hidden))
      while true {
        if case .streamEnd = try reader.next().kind { return nil }
      }
    } catch {
      switch error.place {
      case .bytes(let bytes): return bytes + hidden
      case .scalars(let scalars):
        let offsets = ScalarOffsets(text)
        return offsets.byteOffset(of: scalars)
      }
    }
  }
}
