import PaywallTextCoding

/// Why a text is not read as JSON.
enum JSONFault: String, Error, CustomStringConvertible {
  case notJSON = "the grammar is broken"
  case notAnObject = "it is no object"
  case notUTF8 = "it is not UTF-8"
  case duplicateMember = "a member is there twice"
  case tooDeep = "it is nested too deeply"
  case tooManyMembers = "an object has too many members"

  init(_ mistake: JSONMistake) {
    self =
      switch mistake.kind {
      case .notUTF8: .notUTF8
      case .duplicate: .duplicateMember
      case .tooDeep: .tooDeep
      case .tooManyMembers: .tooManyMembers
      default: .notJSON
      }
  }

  var description: String { rawValue }
}
