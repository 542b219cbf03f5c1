import AppStore
import Catalog
import Crypto
import Foundation
import GRDB
import Ledger

/// A text with the cells that it is stored in, made before the writer is asked.
struct StoredText: Sendable {
  /// Of this text and of those inside it, by number.
  let headers: [Int64: String]
  let kind: LedgerEntry.Kind
  let environment: AppStoreEnvironment
  let signedDate: Timestamp?
  let header: Int64
  let payload: SQLValue
  let signature: SQLValue
  /// By which the same text is known; `nil` for a notification, which is known by its UUID.
  let digest: [UInt8]?

  init(_ new: NewText) {
    let packed = PackedText(new.text)
    headers = packed.headers
    kind = new.kind
    environment = new.environment
    signedDate = new.signedDate
    header = packed.header.id
    payload = packed.payload.cell
    signature = packed.signature.cell
    digest = new.kind == .notification ? nil : Self.digest(of: new.text)
  }

  /// The first 16 bytes of the SHA-256 of the compact text.
  private static func digest(of text: SignedText) -> [UInt8] {
    Array(SHA256.hash(data: Data(text.compact.utf8)).prefix(16))
  }
}

extension PackedText.Part {
  var cell: SQLValue {
    switch self {
    case .bytes(let bytes): .bytes(bytes)
    case .text(let text): .text(text)
    }
  }

  init(cell: SQLValue) throws {
    switch cell {
    case .bytes(let bytes): self = .bytes(bytes)
    case .text(let text): self = .text(text)
    default: throw UnreadableRow("a part of a text is neither text nor bytes")
    }
  }
}

extension LedgerEntry.Kind {
  /// As it stands in the tables; never to be changed.
  var code: Int {
    switch self {
    case .transaction: 0
    case .renewalInfo: 1
    case .appTransaction: 2
    case .notification: 3
    }
  }

  init(code: Int) throws {
    guard let kind = Self.allCases.first(where: { $0.code == code }) else {
      throw UnreadableRow("kind \(code)")
    }
    self = kind
  }
}
