/// Why a text is no bundle, and where. A bundle that a server made has none of these.
package struct BundleProblem: Error, Hashable, Sendable {
  /// A stable word.
  package enum Code: String, CaseIterable, Sendable {
    case notUTF8, notJSON, tooDeep, duplicateMember, missingMember, wrongType, badValue
    /// Made by a newer server than this reader knows; the app has to be updated.
    case newerFormat
  }

  package let code: Code
  /// A JSON pointer (RFC 6901) to the value; empty for the document as a whole.
  package let path: String
  /// In bytes from the beginning of the text.
  package let offset: Int
  /// An English sentence for the log.
  package let detail: String

  package init(_ code: Code, path: String = "", offset: Int, _ detail: String) {
    self.code = code
    self.path = path
    self.offset = offset
    self.detail = detail
  }
}

extension BundleProblem: CustomStringConvertible {
  package var description: String {
    "\(code.rawValue) at byte \(offset)\(path.isEmpty ? "" : ", \(path)"): \(detail)"
  }
}
