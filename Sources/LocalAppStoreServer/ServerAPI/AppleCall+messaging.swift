import HTTPTransport
import HTTPTypes
import LocalAppStore

extension AppleCall {
  /// Larger images are refused as invalid.
  private static let largestImage = 16 * 1024 * 1024

  /// The Retention Messaging API.
  static let messaging: [AppleCall] = [
    AppleCall(.put, "inApps/v1/messaging/realtime/url", "set realtime url", 1) {
      try await $0.setRealtimeURL($1.object)
      return Response(status: .ok)
    },
    AppleCall(.get, "inApps/v1/messaging/realtime/url", "realtime url", 1) { store, _ in
      try Response(apple: await store.realtimeURL())
    },
    AppleCall(.delete, "inApps/v1/messaging/realtime/url", "delete realtime url", 1) { store, _ in
      try await store.changeMessages { try $0.setRealtimeURL(nil) }
      return Response(status: .ok)
    },
    AppleCall(.get, "inApps/v1/messaging/message/list", "messages", 1) { store, _ in
      try Response(apple: await store.messageList())
    },
    AppleCall(.put, "inApps/v1/messaging/message/*", "upload message", 1) {
      let message = try MessageReader.message(AppleText.uuid($1.id), $1.object)
      try await $0.changeMessages { try $0.upload(message) }
      return Response(status: .ok)
    },
    AppleCall(.delete, "inApps/v1/messaging/message/*", "delete message", 1) {
      let id = try AppleText.uuid($1.id)
      try await $0.changeMessages { try $0.deleteMessage(id) }
      return Response(status: .ok)
    },
    AppleCall(.get, "inApps/v1/messaging/image/list", "images", 1) { store, _ in
      try Response(apple: await store.imageList())
    },
    AppleCall(
      .put, "inApps/v1/messaging/image/*", "upload image", 1, largestBody: largestImage
    ) {
      let (id, size) = (try AppleText.uuid($1.id), try MessageReader.imageSize($1.query))
      let bytes = $1.body
      try await $0.changeMessages { try $0.upload(bytes, as: id, size) }
      return Response(status: .ok)
    },
    AppleCall(.delete, "inApps/v1/messaging/image/*", "delete image", 1) {
      let id = try AppleText.uuid($1.id)
      try await $0.changeMessages { try $0.deleteImage(id) }
      return Response(status: .ok)
    },
    AppleCall(.put, "inApps/v1/messaging/default/*/*", "set default message", 10) {
      let id = try $1.object.text("messageIdentifier", or: .badRequest)
      guard let id else { throw AppleError.badRequest }
      let message = try AppleText.uuid(id)
      let place = try await $0.defaultPlace($1.ids)
      try await $0.changeMessages { try $0.setDefault(message, at: place) }
      return Response(status: .ok)
    },
    AppleCall(.get, "inApps/v1/messaging/default/*/*", "default message", 1) {
      try Response(apple: await $0.defaultMessage($1.ids))
    },
    AppleCall(.delete, "inApps/v1/messaging/default/*/*", "delete default message", 1) {
      let place = try await $0.defaultPlace($1.ids)
      try await $0.changeMessages { try $0.deleteDefault(at: place) }
      return Response(status: .ok)
    },
    AppleCall(.post, "inApps/v1/messaging/performanceTest", "performance test", 1) {
      try Response(apple: await $0.beginPerformanceTest($1.object))
    },
    AppleCall(.get, "inApps/v1/messaging/performanceTest/result/*", "performance result", 1) {
      try Response(apple: await $0.performanceResult($1.id))
    },
  ]
}
