import Crypto
import Foundation
import AppStore

/// A text to store, prepared before the writer runs.
package struct StoredText: Sendable {
  package let new: NewText
  /// Identifies a text; `nil` for a notification, which its UUID identifies.
  package let digest: [UInt8]?
  /// Only for a notification: evidence is often stored already, and then needs no packing.
  private let packedAhead: PackedText?

  package init(_ new: NewText) {
    self.new = new
    let isNotification = new.kind == .notification
    digest = isNotification ? nil : Self.digest(of: new.text)
    packedAhead = isNotification ? PackedText(new.text) : nil
  }

  package var packed: PackedText { packedAhead ?? PackedText(new.text) }

  /// The first 16 bytes of the SHA-256 of the compact text.
  private static func digest(of text: SignedText) -> [UInt8] {
    Array(SHA256.hash(data: Data(text.compact.utf8)).prefix(16))
  }
}
