import Foundation
import PaywallKit

/// The signed texts, so that the same payload is the same text, as from the App Store.
final class FakeStoreTexts: @unchecked Sendable {
  // Read and written under the lock.
  private let lock = NSLock()
  private var texts: [JSONValue: String] = [:]
  private let sign: FakeStore.Signer

  init(_ sign: @escaping FakeStore.Signer) { self.sign = sign }

  var text: FakeStore.Signer {
    { payload in
      self.lock.withLock {
        if let text = self.texts[payload] { return text }
        let text = self.sign(payload)
        self.texts[payload] = text
        return text
      }
    }
  }
}
