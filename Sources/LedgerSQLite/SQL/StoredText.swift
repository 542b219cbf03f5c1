import AppStore
import PaywallCatalog
import Crypto
import Foundation
import GRDB
import Ledger
import LedgerStorage

/// A text to store, prepared before the writer runs.
struct StoredText: Sendable {
  let new: NewText
  /// Identifies a text; `nil` for a notification, which its UUID identifies.
  let digest: [UInt8]?
  /// Only for a notification: evidence is often stored already, and then needs no packing.
  private let packedAhead: PackedText?

  init(_ new: NewText) {
    self.new = new
    let isNotification = new.kind == .notification
    digest = isNotification ? nil : Self.digest(of: new.text)
    packedAhead = isNotification ? PackedText(new.text) : nil
  }

  var packed: PackedText { packedAhead ?? PackedText(new.text) }

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
  /// The value in the tables; never change it.
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
