/// What a reader of JSON takes. The grammar is RFC 8259's for everybody; these are the places where
/// the RFC leaves a reader the choice, and what one text may cost.
package struct JSONLimits: Hashable, Sendable {
  package enum Depth: Hashable, Sendable {
    /// Objects and arrays inside each other.
    case containers(Int)
    /// The same, with what is in the innermost one counted as a level.
    case values(Int)
  }

  package enum Surrogates: Sendable {
    case refused
    /// Half of a pair is read as U+FFFD.
    case replaced
  }

  package enum Duplicates: Sendable {
    case refused
    /// The document says which names come for the second time.
    case listed
  }

  package enum Numbers: Sendable {
    /// Those that a double can hold.
    case finite
    case any
  }

  package var depth: Depth
  /// Counting objects, arrays and what is in them, but no names.
  package var values: Int
  /// In one object.
  package var members: Int
  /// Between the quotes of a name or a text, as it is written.
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
