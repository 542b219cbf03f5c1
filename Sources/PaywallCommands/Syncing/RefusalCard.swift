import AppStore
import AppStoreSync
import PaywallAPI

/// Texts of the App Store that cannot be trusted, of one reason.
struct RefusalCard: Encodable {
  var reason: String
  var count: Int
  var detail: String

  init(_ item: Refusals.Item) {
    reason = item.reason.rawValue
    count = item.count
    detail = item.detail
  }

  static let schema = Schema.object([
    .always("reason", .text, "A stable word."), .always("count", .count),
    .always("detail", .text, "What is wrong with the first one."),
  ])
}

extension Refusals {
  var cards: [RefusalCard] { items.map(RefusalCard.init) }

  /// `; 3 cannot be trusted: …`, or nothing.
  var clause: String { isEmpty ? "" : "; \(total) cannot be trusted: \(words)" }
}
