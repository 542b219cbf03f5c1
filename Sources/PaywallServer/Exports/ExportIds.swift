import Crypto
import Foundation
import Ledger
import LedgerStorage
package import PaywallCatalog
import PaywallTextCoding

/// How an export shows ids.
package struct ExportIds: Sendable {
  package let form: ExportIdForm
  private let code: HMAC<SHA256>?

  package static let plain = ExportIds(form: .plain, code: nil)
  package static let none = ExportIds(form: .none, code: nil)

  private init(form: ExportIdForm, code: HMAC<SHA256>?) {
    self.form = form
    self.code = code
  }

  /// - Parameter key: a line end after it does not count.
  package static func hashed(key: [UInt8]) throws(ExportProblem) -> ExportIds {
    let key = key.last == UInt8(ascii: "\n") ? key.dropLast() : key[...]
    guard key.count >= 16 else {
      throw ExportProblem(
        "the key of the ids has \(key.count) bytes, and needs 16",
        help: "make one with 'openssl rand -hex 32', and keep it: another one makes other ids")
    }
    return ExportIds(form: .hashed, code: HMAC(key: SymmetricKey(data: Data(key))))
  }

  /// Names the form, and the key without telling it.
  var name: String {
    guard let code else { return form.rawValue }
    return form.rawValue + " " + SaltedHash.of("export", under: code).hexadecimal
  }

  /// Returns the cells with their ids in this form. UUIDs are hashed in lower case, so that one
  /// id has one hash.
  func shown(_ cells: PlainTable.Cells, of table: PlainTable) -> PlainTable.Cells {
    guard form != .plain else { return cells }
    return zip(table.columns, cells).map { column, cell in
      guard column.content == .id, case .text(let id) = cell else { return cell }
      guard let code else { return .null }
      return .text(SaltedHash.of(JoinForm.of(id), under: code).hexadecimal)
    }
  }
}
