/// Why a text is not read as JSON, and where. Callers choose the words.
package struct JSONMistake: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case notUTF8
    /// Nothing but white space.
    case empty
    case valueExpected
    /// A word that begins like `true`, `false` or `null`.
    case unknownWord
    case trailing
    case nameExpected, colonExpected
    case commaOrBraceExpected, commaOrBracketExpected
    /// The name of a member that stands twice.
    case duplicate(String)
    case tooDeep, tooManyValues, tooManyMembers
    case stringTooLong, unclosedString, controlCharacter
    case escape(JSONEscape.Mistake)
    case number(JSONNumber.Mistake)
  }

  package let kind: Kind
  /// In bytes from the beginning of the text.
  package let offset: Int
  /// The start of the string, number or word with the mistake.
  package let start: Int

  init(_ kind: Kind, at offset: Int, from start: Int? = nil) {
    self.kind = kind
    self.offset = offset
    self.start = start ?? offset
  }

  /// The first byte that is not UTF-8, if any, instead of this mistake: for readers that check the
  /// encoding first.
  package func orNotUTF8(in bytes: [UInt8]) -> JSONMistake {
    firstInvalidUTF8(in: bytes).map { JSONMistake(.notUTF8, at: $0) } ?? self
  }
}

extension JSONMistake: CustomStringConvertible {
  /// A sentence for the sender.
  package var description: String {
    switch kind {
    case .notUTF8: "This byte is not valid UTF-8."
    case .empty: "The document is empty."
    case .valueExpected: "A value is expected."
    case .unknownWord: "A value is expected; only true, false and null stand without quotes."
    case .trailing: "Something follows the end of the document."
    case .nameExpected: "A member name in double quotes is expected."
    case .colonExpected: "A colon is expected behind a member name."
    case .commaOrBraceExpected: "A comma or the end of the object is expected."
    case .commaOrBracketExpected: "A comma or the end of the array is expected."
    case .duplicate(let name): "The member '\(name)' is given twice."
    case .tooDeep: "The document nests too deeply."
    case .tooManyValues: "The document has too many values."
    case .tooManyMembers: "The object has too many members."
    case .stringTooLong: "The string is too long."
    case .unclosedString: "The string that begins here does not end."
    case .controlCharacter: "A control character inside a string must be escaped."
    case .escape(let mistake): mistake.description
    case .number(let mistake): mistake.description
    }
  }
}
