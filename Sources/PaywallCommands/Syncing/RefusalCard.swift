import AppStore
import AppStoreSync
import CommandSupport
import HTTPDocuments

/// Texts of the App Store that cannot be trusted, for one reason.
extension Refusals.Item: Card {
  static let members = Members<Self> {
    $0.always("reason", .text, "A stable word.") { $0.reason.rawValue }
    $0.always("count", .count) { $0.count }
    $0.always("detail", .text, "What is wrong with the first one.") { $0.detail }
  }
}

extension Refusals {
  /// `; 3 cannot be trusted: …`, or nothing.
  var clause: String { isEmpty ? "" : "; \(total) cannot be trusted: \(words)" }
}
