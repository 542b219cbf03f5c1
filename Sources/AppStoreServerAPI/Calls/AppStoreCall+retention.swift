package import PaywallCatalog
import PaywallTextCoding

/// The sizes of images of retention messages, in Apple's words.
package enum RetentionImageSize: String, CaseIterable, Sendable {
  case full = "FULL_SIZE"
  case bulletPoint = "BULLET_POINT"
}

/// Apple's Retention Messaging API. Every call has the same effect once and twice, except that Apple
/// refuses an image or a message that it has.
extension AppStoreCall {
  package static func uploadImage(
    _ id: String, _ png: [UInt8], _ size: RetentionImageSize
  ) -> AppStoreCall {
    messaging(
      .uploadImage, .put, ["image", id], [QueryItem(name: "imageSize", value: size.rawValue)],
      body: png, content: "image/png")
  }

  package static func deleteImage(_ id: String) -> AppStoreCall {
    messaging(.deleteImage, .delete, ["image", id])
  }

  static let images = AppStoreCall.get(.images, "v1/messaging/image/list")

  package static func uploadMessage(
    _ id: String, _ text: RetentionMessage.Text, header position: RetentionMessage.HeaderPosition
  ) -> AppStoreCall {
    messaging(.uploadMessage, .put, ["message", id], body: text.json(header: position))
  }

  package static func deleteMessage(_ id: String) -> AppStoreCall {
    messaging(.deleteMessage, .delete, ["message", id])
  }

  static let messages = AppStoreCall.get(.messages, "v1/messaging/message/list")

  /// - Parameter locale: of the App Store, such as `en-US`.
  package static func setDefaultMessage(
    _ id: String, of product: String, in locale: String
  ) -> AppStoreCall {
    messaging(
      .setDefaultMessage, .put, ["default", product, locale],
      body: JSONMembers { $0.text("messageIdentifier", id) }.bytes)
  }

  static func defaultMessage(of product: String, in locale: String) -> AppStoreCall {
    .get(.defaultMessage, "v1/messaging/default", product, locale)
  }

  package static func deleteDefaultMessage(
    of product: String, in locale: String
  ) -> AppStoreCall {
    messaging(.deleteDefaultMessage, .delete, ["default", product, locale])
  }

  package static func setRealtimeURL(_ url: String) -> AppStoreCall {
    messaging(
      .setRealtimeURL, .put, ["realtime", "url"],
      body: JSONMembers { $0.text("realtimeURL", url) }.bytes)
  }

  static let realtimeURL = AppStoreCall.get(.realtimeURL, "v1/messaging/realtime/url")

  package static var deleteRealtimeURL: AppStoreCall {
    messaging(.deleteRealtimeURL, .delete, ["realtime", "url"])
  }

  package static func startPerformanceTest(_ originalTransactionId: String) -> AppStoreCall {
    messaging(
      .startPerformanceTest, .post, ["performanceTest"],
      body: JSONMembers { $0.text("originalTransactionId", originalTransactionId) }.bytes,
      mayRepeat: false)
  }

  static func performanceTest(_ requestId: String) -> AppStoreCall {
    .get(.performanceTest, "v1/messaging/performanceTest/result", requestId)
  }

  private static func messaging(
    _ endpoint: AppStoreEndpoint, _ method: Method, _ path: [String], _ query: [QueryItem] = [],
    body: [UInt8]? = nil, content: String = "application/json", mayRepeat: Bool = true
  ) -> AppStoreCall {
    AppStoreCall(
      endpoint, method, ["inApps", "v1", "messaging"] + path, query, body: body, content: content,
      mayRepeat: mayRepeat)
  }
}

extension RetentionMessage.Text {
  /// Apple's body of an upload; what is Apple's default is left out.
  fileprivate func json(header position: RetentionMessage.HeaderPosition) -> [UInt8] {
    JSONMembers { body in
      body.text("header", header)
      body.text("body", self.body)
      if let image {
        body.object("image") {
          $0.text("imageIdentifier", image.identifier)
          $0.text("altText", image.alternative)
        }
      }
      if position == .aboveImage { body.text("headerPosition", "ABOVE_IMAGE") }
      body.objects("bulletPoints", bullets.isEmpty ? nil : bullets.map(\.json))
    }.bytes
  }
}

extension RetentionMessage.Bullet {
  fileprivate var json: JSONMembers {
    JSONMembers {
      $0.text("text", text)
      $0.text("imageIdentifier", image.identifier)
      $0.text("altText", image.alternative)
    }
  }
}
