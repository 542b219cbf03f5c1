package import PaywallCatalog
import PaywallTextCoding

/// The text of `store/approvals.yaml`, which commands write and `ApprovalsFile` reads.
package struct ApprovalsText: Sendable {
  /// The identifiers of images by their files.
  package var files: [String: String]
  package var states: [AppStoreEnvironment: RetentionStates]

  /// The identifiers and states that a configuration has.
  package init(_ snapshot: Snapshot) {
    let images = snapshot.retention.values.flatMap(\.texts.values).flatMap(\.images)
    files = Dictionary(
      images.compactMap { image in image.identifier.map { (image.file, $0) } }
    ) { first, _ in first }
    states = snapshot.retentionStates
  }

  /// - Parameter old: the text so far, whose comments at the beginning stay.
  package func text(after old: String?) -> String {
    let comments = (old ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("#") }
    var lines = comments.map(String.init)
    if lines.isEmpty { lines = ["# Written by 'paywall retention push' and 'pull'."] }
    lines += section("files", files, indent: "")
    for (environment, states) in states.sorted(byUTF8: \.key.rawValue) {
      lines.append("\(environment.rawValue):")
      let parts =
        section("messages", states.messages.mapValues(\.rawValue), indent: "  ")
        + section("images", states.images.mapValues(\.rawValue), indent: "  ")
        + defaults(states.defaults)
        + (states.realtimeURL.map { ["  realtimeUrl: \(quoted($0))"] } ?? [])
      if parts.isEmpty { lines[lines.count - 1] += " {}" }
      lines += parts
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ name: String, _ values: [String: String], indent: String) -> [String] {
    guard !values.isEmpty else { return [] }
    return ["\(indent)\(name):"]
      + values.sorted(byUTF8: \.key).map { "\(indent)  \($0.key): \($0.value)" }
  }

  private func defaults(_ defaults: [String: [String: String]]) -> [String] {
    let products = defaults.filter { !$0.value.isEmpty }.sorted(byUTF8: \.key)
    guard !products.isEmpty else { return [] }
    return ["  defaults:"]
      + products.flatMap { product, messages in
        section(quoted(product), messages, indent: "    ")
      }
  }
}

/// A text in double quotes, which YAML reads as JSON does.
private func quoted(_ text: String) -> String {
  String(decoding: JSONText { $0.string(text) }.bytes, as: UTF8.self)
}
