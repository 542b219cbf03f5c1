import HTTPDocuments
import LocalAppStore

/// Reads the messages and images of the Retention Messaging API.
enum MessageReader {
  static func message(_ id: String, _ body: AppleBody) throws(AppleError) -> StoreMessage {
    guard let header = try body.text("header", or: .badRequest),
      let text = try body.text("body", or: .badRequest)
    else { throw .badRequest }
    let word = try body.text("headerPosition", or: .badRequest)
    let position = word.map(StoreMessage.HeaderPosition.init(rawValue:)) ?? .aboveBody
    guard let position else { throw .badRequest }
    var points: [StoreMessage.BulletPoint] = []
    for point in try body.objects("bulletPoints", or: .badRequest) ?? [] {
      guard let text = try point.text("text", or: .badRequest) else { throw .badRequest }
      points.append(.init(text: text, image: try image(point)))
    }
    return StoreMessage(
      id: id, header: header, body: text, headerPosition: position,
      image: try body.object("image", or: .badRequest).map { object throws(AppleError) in
        try image(object)
      }, bulletPoints: points)
  }

  private static func image(_ body: AppleBody) throws(AppleError) -> StoreMessage.Image {
    guard let id = try body.text("imageIdentifier", or: .badRequest),
      let text = try body.text("altText", or: .badRequest)
    else { throw .badRequest }
    return .init(id: try AppleText.uuid(id), altText: text)
  }

  /// Full size unless the query says otherwise.
  static func imageSize(_ query: QueryItems) throws(AppleError) -> StoreImage.Size {
    guard let word = query.first("imageSize") else { return .fullSize }
    guard let size = StoreImage.Size(rawValue: word) else { throw AppleError(.wrongImageSize) }
    return size
  }
}
