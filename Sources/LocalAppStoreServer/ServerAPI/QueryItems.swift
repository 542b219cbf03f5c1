import Foundation

/// The query of an address; a name may come several times.
struct QueryItems: Sendable {
  private var items: [String: [String]] = [:]

  /// - Parameter query: the text after the `?`.
  init(_ query: String) {
    for item in query.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      items[Self.decoded(parts[0]), default: []].append(
        parts.count == 2 ? Self.decoded(parts[1]) : "")
    }
  }

  func all(_ name: String) -> [String] { items[name] ?? [] }

  func first(_ name: String) -> String? { items[name]?.first }

  /// Forms write a space as `+`.
  private static func decoded(_ text: Substring) -> String {
    let text = String(text).replacing("+", with: " ")
    return text.removingPercentEncoding ?? text
  }
}
