import Crypto
import Foundation
import Ledger
import LedgerStorage
package import PaywallCatalog
import PaywallTextCoding

/// How an export shows ids.
package struct ExportIds: Sendable {
  package let form: ExportIdForm
  private let key: SymmetricKey?

  package static let plain = ExportIds(form: .plain, key: nil)
  package static let none = ExportIds(form: .none, key: nil)

  private init(form: ExportIdForm, key: SymmetricKey?) {
    self.form = form
    self.key = key
  }

  /// - Parameter key: a line end after it does not count.
  package static func hashed(key: [UInt8]) throws(ExportProblem) -> ExportIds {
    let key = key.last == UInt8(ascii: "\n") ? key.dropLast() : key[...]
    guard key.count >= 16 else {
      throw ExportProblem(
        "the key of the ids has \(key.count) bytes, and needs 16",
        help: "make one with 'openssl rand -hex 32', and keep it: another one makes other ids")
    }
    return ExportIds(form: .hashed, key: SymmetricKey(data: Data(key)))
  }

  /// Names the form, and the key without telling it.
  var name: String {
    guard let key else { return form.rawValue }
    return form.rawValue + " " + SaltedHash.of("export", under: HMAC(key: key)).hexadecimal
  }

  /// Returns the cells with their ids in this form. UUIDs are hashed in lower case, so that one
  /// id has one hash.
  func shown(_ cells: PlainTable.Cells, of table: PlainTable) -> PlainTable.Cells {
    guard form != .plain else { return cells }
    return zip(table.columns, cells).map { column, cell in
      guard column.content == .id, case .text(let id) = cell else { return cell }
      guard let key else { return .null }
      return .text(SaltedHash.of(JoinForm.of(id), under: HMAC(key: key)).hexadecimal)
    }
  }
}
