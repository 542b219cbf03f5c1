import Crypto
import PaywallTextCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The transaction ids of a file, one a line; empty lines and lines that begin with `#` are skipped.
package struct BackfillList: Hashable, Sendable {
  package let ids: [String]
  /// Names the list, so that it is continued where it was broken off.
  package let digest: String

  /// A line that is no id.
  package struct Mistake: Error, Hashable, Sendable {
    package let line: Int
    package let text: String
  }

  /// A repeated id is read once.
  package init(_ text: String) throws(Mistake) {
    var ids: [String] = []
    var seen: Set<String> = []
    var hash = SHA256()
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let id = line.trimming { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard !id.isEmpty, !id.hasPrefix("#") else { continue }
      guard Self.isId(id) else {
        throw Mistake(line: index + 1, text: String(id.prefix(64)))
      }
      guard seen.insert(id).inserted else { continue }
      ids.append(id)
      hash.update(data: Data((id + "\n").utf8))
    }
    self.ids = ids
    digest = Array(hash.finalize().prefix(8)).hexadecimal
  }

  /// True if a text can be the App Store's id of a transaction.
  package static func isId(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension Substring {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
    var rest = self.drop(while: isTrimmed)
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return String(rest)
  }
}
