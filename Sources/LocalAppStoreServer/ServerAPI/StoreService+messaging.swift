import LocalAppStore

// The Retention Messaging API: what is shown before a cancellation, and who chooses it.
extension StoreService {
  func changeMessages(
    _ work: @escaping @Sendable (inout StoreMessages) throws -> Void
  ) async throws {
    try await change { try work(&$0.world.messages) }
  }

  func setRealtimeURL(_ body: AppleBody) async throws {
    let wrong = AppleError(.invalidURL)
    guard let url = try body.text("realtimeURL", or: wrong) else { throw wrong }
    try await changeMessages { try $0.setRealtimeURL(url) }
  }

  func realtimeURL() throws(AppleError) -> AppleAnswers.Single {
    guard let url = world.messages.realtimeURL else { throw AppleError(.urlNotFound) }
    return ["realtimeURL": url]
  }

  func messageList() -> AppleAnswers.Messages {
    .init(
      messageIdentifiers: world.messages.messages.map {
        .init(messageIdentifier: $0.id, messageState: $0.state.rawValue)
      })
  }

  func imageList() -> AppleAnswers.Images {
    .init(
      imageIdentifiers: world.messages.images.map {
        .init(
          imageIdentifier: $0.id, imageState: $0.state.rawValue, imageSize: $0.size.rawValue)
      })
  }

  /// - Parameter ids: of a product, and a locale.
  func defaultPlace(_ ids: [String]) throws(AppleError) -> StoreMessages.DefaultPlace {
    guard world.catalog.products[ids[0]]?.subscription != nil else { throw .invalidProductId }
    do throws(MessagingRefusal) {
      return try .init(productId: ids[0], locale: ids[1])
    } catch {
      throw AppleError(error)
    }
  }

  func defaultMessage(_ ids: [String]) throws(AppleError) -> AppleAnswers.Single {
    guard let id = world.messages.defaults[try defaultPlace(ids)] else {
      throw AppleError(.defaultNotFound)
    }
    return ["messageIdentifier": id]
  }
}
