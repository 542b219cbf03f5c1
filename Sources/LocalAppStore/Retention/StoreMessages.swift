/// The images and messages of an app before a cancellation, as Apple holds them, and whom Apple asks
/// which one to show.
package struct StoreMessages: Sendable {
  /// In the order of their upload.
  package private(set) var images: [StoreImage] = []
  /// In the order of their upload.
  package private(set) var messages: [StoreMessage] = []
  /// The ids of the messages that are shown without an answer of the app's server.
  package private(set) var defaults: [DefaultPlace: String] = [:]
  package private(set) var realtimeURL: String?
  /// The state of what is uploaded: Apple approves at once in the sandbox.
  private let firstState: ReviewState
  /// Production takes an address only after a performance test that passed, which runs in the sandbox.
  private let takesURL: Bool

  private static let most = 2_000

  package struct DefaultPlace: Hashable, Sendable {
    package let productId: String
    /// As in `en-US`.
    package let locale: String

    package init(productId: String, locale: String) throws(MessagingRefusal) {
      guard locale.wholeMatch(of: /[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?/) != nil
      else { throw .invalidLocale }
      self.productId = productId
      self.locale = locale
    }
  }

  init(isSandbox: Bool) {
    firstState = isSandbox ? .approved : .pending
    takesURL = isSandbox
  }

  package mutating func upload(
    _ bytes: [UInt8], as id: String, _ size: StoreImage.Size
  ) throws(MessagingRefusal) {
    let id = id.lowercased()
    guard image(id) == nil else { throw .imageExists }
    guard images.count < Self.most else { throw .tooManyImages }
    guard let png = PNGImage(bytes), !png.hasTransparency, size.fits(png) else {
      throw .invalidImage
    }
    images.append(StoreImage(id: id, size: size, state: firstState))
  }

  package mutating func deleteImage(_ id: String) throws(MessagingRefusal) {
    let id = id.lowercased()
    guard let index = images.firstIndex(where: { $0.id == id }) else { throw .imageNotFound }
    guard !messages.contains(where: { $0.images.contains { $0.id == id } }) else {
      throw .imageInUse
    }
    images.remove(at: index)
  }

  package mutating func upload(_ message: StoreMessage) throws(MessagingRefusal) {
    guard self.message(message.id) == nil else { throw .messageExists }
    guard messages.count < Self.most else { throw .tooManyMessages }
    try message.checkLengths()
    if let shown = message.image { try check(shown, .fullSize) }
    for point in message.bulletPoints { try check(point.image, .bulletPoint) }
    var message = message
    message.state = firstState
    messages.append(message)
  }

  private func check(
    _ used: StoreMessage.Image, _ size: StoreImage.Size
  ) throws(MessagingRefusal) {
    guard let image = image(used.id) else { throw .imageNotFound }
    guard image.size == size else { throw .wrongImageSize }
  }

  /// Deletes a message, which is no default any more.
  package mutating func deleteMessage(_ id: String) throws(MessagingRefusal) {
    let index = try index(ofMessage: id)
    defaults = defaults.filter { $0.value != messages[index].id }
    messages.remove(at: index)
  }

  private func index(ofMessage id: String) throws(MessagingRefusal) -> Int {
    let id = id.lowercased()
    guard let index = messages.firstIndex(where: { $0.id == id }) else { throw .messageNotFound }
    return index
  }

  package mutating func setDefault(
    _ id: String, at place: DefaultPlace
  ) throws(MessagingRefusal) {
    let message = messages[try index(ofMessage: id)]
    guard message.state == .approved else { throw .messageNotApproved }
    guard hasApprovedImages(message) else { throw .imageNotApproved }
    defaults[place] = message.id
  }

  package mutating func deleteDefault(at place: DefaultPlace) throws(MessagingRefusal) {
    guard defaults.removeValue(forKey: place) != nil else { throw .defaultNotFound }
  }

  /// - Parameter url: `nil` takes the address away.
  package mutating func setRealtimeURL(_ url: String?) throws(MessagingRefusal) {
    guard let url else {
      guard realtimeURL != nil else { throw .urlNotFound }
      realtimeURL = nil
      return
    }
    // Apple takes https only; a server on this machine may have none.
    guard url.utf16.count <= 256, url.wholeMatch(of: /https?:\/\/[^\s\/]+(\/\S*)?/) != nil else {
      throw .invalidURL
    }
    guard takesURL else { throw .noPassedTest }
    realtimeURL = url
  }

  /// Apple approves or rejects a message or an image.
  ///
  /// - Returns: `false` if there is none of this id.
  mutating func review(_ id: String, as state: ReviewState) -> Bool {
    let id = id.lowercased()
    if let index = messages.firstIndex(where: { $0.id == id }) {
      messages[index].state = state
    } else if let index = images.firstIndex(where: { $0.id == id }) {
      images[index].state = state
    } else {
      return false
    }
    return true
  }
}

extension StoreMessages {
  func image(_ id: String) -> StoreImage? { images.first { $0.id == id } }

  func message(_ id: String) -> StoreMessage? { messages.first { $0.id == id.lowercased() } }

  func hasApprovedImages(_ message: StoreMessage) -> Bool {
    message.images.allSatisfy { image($0.id)?.state == .approved }
  }

  /// The message that a customer sees if the app's server has no other: that of their locale, or else
  /// of its language.
  func defaultMessage(for productId: String, in locale: String) -> StoreMessage? {
    let language = String(locale.prefix { $0 != "-" })
    return [locale, language].lazy.compactMap { locale in
      guard let place = try? DefaultPlace(productId: productId, locale: locale),
        let message = defaults[place].flatMap(message), message.state == .approved,
        hasApprovedImages(message)
      else { return nil }
      return message
    }.first
  }
}
