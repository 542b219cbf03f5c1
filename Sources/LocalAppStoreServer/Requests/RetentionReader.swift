import HTTPDocuments
import LocalAppStore
import LocalAppStoreClient
import PaywallTextCoding

/// Reads the causes around a cancellation: the question before it, the customer's decision, and the
/// messages that Apple holds.
enum RetentionReader {
  static let verbs: [String: CauseReader.Read] = [
    "cancel": { body in
      guard try body.boolean("ask") ?? false else {
        return try CauseReader.ofPurchase { try $0.cancel($1, by: $2) }(&body)
      }
      let locale = try body.text("locale")
      let fault = try body.word("fault", RetentionRequest.Fault.allCases, or: nil) {
        $0?.rawValue ?? ""
      }
      return try CauseReader.ofPurchase {
        try $0.askBeforeCancel($1, by: $2, in: locale, fault)
      }(&body)
    },
    "stay": { body in
      let accepts = try body.boolean("accept") ?? false
      return try CauseReader.ofPurchase { try $0.stay($1, by: $2, accepts: accepts) }(&body)
    },
    "review": { body in
      let id = try body.uuid("id")
      let state = try body.word("state", ReviewState.allCases, or: .approved) { $0.rawValue }
      return StoreCause(.app) { try $0.review(id, as: state) }
    },
    "message": { body in
      let message = StoreMessage(
        id: try body.uuid("id"), header: try body.required("header", "the header of the message"),
        body: try body.required("body", "the text below the header"))
      return ofMessages { messages throws(MessagingRefusal) in try messages.upload(message) }
    },
    "default-message": { body in
      let (product, locale) = (
        try body.product(), try body.required("locale", "a locale such as en-US")
      )
      let message = try body.uuid("message")
      return ofMessages { messages throws(MessagingRefusal) in
        let place = try StoreMessages.DefaultPlace(productId: product, locale: locale)
        try messages.setDefault(message, at: place)
      }
    },
  ]

  private static func ofMessages(
    _ work: @escaping @Sendable (inout StoreMessages) throws(MessagingRefusal) -> Void
  ) -> StoreCause {
    StoreCause(.app) { world in
      do throws(MessagingRefusal) {
        try work(&world.messages)
      } catch {
        throw StoreProblem(
          409, "\(error)", "The App Store refuses it",
          "\(error.message) Apple's code is \(error.rawValue); see its rules for messages.")
      }
    }
  }
}

extension MemberReader {
  fileprivate mutating func uuid(_ name: String) throws(Problem) -> String {
    let text = try required(name, "a UUID")
    guard text.isUUID else { throw Problem(name, mustBe: "a UUID") }
    return text
  }
}
