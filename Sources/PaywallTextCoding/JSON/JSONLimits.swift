/// The limits of a JSON reader. The grammar is always RFC 8259's; these are the choices that the
/// RFC leaves to a reader, and the most that one text may cost.
package struct JSONLimits: Hashable, Sendable {
  package enum Depth: Hashable, Sendable {
    /// Nested objects and arrays.
    case containers(Int)
    /// The same, and one level more for the values in the innermost.
    case values(Int)
  }

  package enum Surrogates: Sendable {
    case refused
    /// Half of a pair is read as U+FFFD.
    case replaced
  }

  package enum Duplicates: Sendable {
    case refused
    /// The document lists repeated names.
    case listed
  }

  package enum Numbers: Sendable {
    /// Numbers that fit a double.
    case finite
    case any
  }

  package var depth: Depth
  /// Counts objects, arrays and their values, but no names.
  package var values: Int
  /// In one object.
  package var members: Int
  /// Between the quotes of a name or a text, as written.
  package var stringBytes: Int
  package var surrogates: Surrogates
  package var duplicates: Duplicates
  package var numbers: Numbers

  package init(
    depth: Depth, values: Int = .max, members: Int = .max, stringBytes: Int = .max,
    surrogates: Surrogates = .refused, duplicates: Duplicates = .refused, numbers: Numbers = .finite
  ) {
    self.depth = depth
    self.values = values
    self.members = members
    self.stringBytes = stringBytes
    self.surrogates = surrogates
    self.duplicates = duplicates
    self.numbers = numbers
  }
}
