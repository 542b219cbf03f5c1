/// A retention message, as it was uploaded: shown to a customer who is about to cancel.
package struct StoreMessage: Hashable, Sendable {
  /// A UUID in lower case.
  package let id: String
  package let header: String
  package let body: String
  package let headerPosition: HeaderPosition
  package let image: Image?
  package let bulletPoints: [BulletPoint]
  package internal(set) var state = ReviewState.pending

  package enum HeaderPosition: String, CaseIterable, Sendable {
    case aboveBody = "ABOVE_BODY"
    case aboveImage = "ABOVE_IMAGE"
  }

  package struct Image: Hashable, Sendable {
    package let id: String
    package let altText: String

    package init(id: String, altText: String) {
      self.id = id.lowercased()
      self.altText = altText
    }
  }

  package struct BulletPoint: Hashable, Sendable {
    package let text: String
    package let image: Image

    package init(text: String, image: Image) {
      self.text = text
      self.image = image
    }
  }

  package init(
    id: String, header: String, body: String, headerPosition: HeaderPosition = .aboveBody,
    image: Image? = nil, bulletPoints: [BulletPoint] = []
  ) {
    self.id = id.lowercased()
    self.header = header
    self.body = body
    self.headerPosition = headerPosition
    self.image = image
    self.bulletPoints = bulletPoints
  }

  /// Every image that it shows.
  var images: [Image] { [image].compactMap(\.self) + bulletPoints.map(\.image) }

  /// Checks Apple's lengths, in UTF-16 units: the strictest count of its libraries (AppleFacts.md § 2).
  func checkLengths() throws(MessagingRefusal) {
    func check(_ text: String, _ most: Int, _ refusal: MessagingRefusal) throws(MessagingRefusal) {
      guard text.utf16.count <= most else { throw refusal }
    }
    try check(header, 66, .headerTooLong)
    try check(body, 144, .bodyTooLong)
    for image in images { try check(image.altText, 150, .altTextTooLong) }
    guard bulletPoints.count <= 5 else { throw .tooManyBulletPoints }
    for point in bulletPoints { try check(point.text, 66, .bulletPointTooLong) }
    guard headerPosition == .aboveBody || image != nil else { throw .nothingBelowHeader }
  }
}
