import CommandSupport
import LocalAppStoreServer

extension StoreReport {
  /// The lines that a customer who is about to cancel reads; none for others.
  static func lines(of request: RetentionCard?) -> [String] {
    guard let request, request.decision == nil else { return [] }
    var lines = ["is about to cancel; 'cancel' or 'stay' decides"]
    if let shown = request.shown {
      lines.append("reads \(shown.isDefault ? "Apple's default" : "the server's message"):")
      lines += [shown.header, shown.body] + shown.bulletPoints.map { "- \($0)" }
      lines += [
        shown.image.map { "image: \($0)" },
        shown.product.map { product in
          shown.offer.map { "may take \($0) on \(product)" } ?? "may switch to \(product)"
        },
      ].compactMap(\.self)
    } else {
      lines.append("reads no message")
    }
    switch request.result {
    case nil: lines.append("no server was asked")
    case "SUCCESS"?: break
    case let result?: lines.append("the server's answer failed: \(result)")
    }
    return lines + [request.refusal.map { "the answer is not shown: \($0)" }].compactMap(\.self)
  }

  func table(_ list: MessageList) -> String {
    let rows =
      list.messages.map { [$0.id, $0.state, $0.header, $0.defaultFor.joined(separator: ", ")] }
      + list.images.map { [$0.id, $0.state, "image, \($0.size)", ""] }
    guard !rows.isEmpty else {
      return
        "No messages yet; upload one with 'paywall retention push' or 'local-app-store retention add'."
    }
    return Table("ID", "STATE", "HEADER", "DEFAULT FOR", rows: rows).text(for: console)
  }
}
