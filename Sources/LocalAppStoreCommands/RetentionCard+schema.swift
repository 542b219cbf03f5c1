import HTTPDocuments
import LocalAppStore
import LocalAppStoreServer

extension RetentionCard {
  static let schema = Schema.object([
    .always("request", .text, "Apple's requestIdentifier."),
    .always("signed", .moment), .always("locale", .text),
    .maybe(
      "result", .text,
      "How the server answered, in the words of Apple's sendAttemptResult; none if none was asked."),
    .maybe("repeatsAnswer", .boolean, "Whether the same request got the same answer again."),
    .maybe("refused", .text, "Why the answer is not shown, as a stable word."),
    .maybe("refusal", .text, "The same as a sentence."),
    .maybe("shown", ShownCard.schema, "Absent if Apple shows nothing."),
    .maybe(
      "decision", .words(["stayed", "accepted", "cancelled"]), "Absent while the customer reads."),
  ])
}

extension RetentionCard.ShownCard {
  fileprivate static let schema = Schema.object([
    .always("message", .text, "The id of the message."), .always("header", .text),
    .always("body", .text), .always("bulletPoints", .list(of: .text)),
    .maybe("image", .text, "The text of the image."),
    .always("isDefault", .boolean, "Whether Apple chose it, and not the server."),
    .maybe("product", .text, "To switch to, or of the offer."), .maybe("offer", .text),
  ])
}

extension MessageList {
  static let schema = Schema.object([
    .maybe("realtimeURL", .text, "Set over Apple's API."),
    .always(
      "messages",
      .list(
        of: .object([
          .always("id", .text), .always("state", states), .always("header", .text),
          .always("body", .text),
          .always("defaultFor", .list(of: .text), "A product and a locale each."),
        ]))),
    .always(
      "images",
      .list(
        of: .object([
          .always("id", .text), .always("state", states),
          .always("size", .words(StoreImage.Size.allCases.map(\.rawValue))),
        ]))),
  ])

  private static let states = Schema.words(ReviewState.allCases.map(\.rawValue))
}
