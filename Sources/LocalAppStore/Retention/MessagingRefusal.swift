/// Why Apple refuses a change of retention messages, by the code of its API.
package enum MessagingRefusal: Int, Error, CaseIterable, Sendable {
  case invalidImage = 4_000_161
  case headerTooLong = 4_000_162
  case bodyTooLong = 4_000_163
  case invalidLocale = 4_000_164
  case altTextTooLong = 4_000_175
  case invalidURL = 4_000_215
  case wrongImageSize = 4_000_216
  case tooManyBulletPoints = 4_000_218
  case bulletPointTooLong = 4_000_219
  case nothingBelowHeader = 4_000_224
  case tooManyImages = 4_030_014
  case tooManyMessages = 4_030_016
  case messageNotApproved = 4_030_017
  case imageNotApproved = 4_030_018
  case imageInUse = 4_030_019
  case noPassedTest = 4_030_026
  case imageNotFound = 4_040_014
  case messageNotFound = 4_040_015
  case defaultNotFound = 4_040_020
  case urlNotFound = 4_040_021
  case imageExists = 4_090_000
  case messageExists = 4_090_001
}

extension MessagingRefusal {
  /// Apple describes each error in its documentation without its message.
  package var message: String {
    switch self {
    case .invalidImage: "Invalid request. The image is invalid."
    case .headerTooLong: "Invalid request. The header text is too long."
    case .bodyTooLong: "Invalid request. The body text is too long."
    case .invalidLocale: "Invalid request. The locale is invalid."
    case .altTextTooLong: "Invalid request. The alternative text of an image is too long."
    case .invalidURL: "Invalid request. The URL is invalid."
    case .wrongImageSize: "Invalid request. The image size is invalid."
    case .tooManyBulletPoints: "Invalid request. There are too many bullet points."
    case .bulletPointTooLong: "Invalid request. The text of a bullet point is too long."
    case .nothingBelowHeader: "Invalid request. A header above the image requires an image."
    case .tooManyImages: "Forbidden - maximum number of images reached."
    case .tooManyMessages: "Forbidden - maximum number of messages reached."
    case .messageNotApproved: "Forbidden - the message isn't approved."
    case .imageNotApproved: "Forbidden - the image isn't approved."
    case .imageInUse: "Forbidden - the image is in use."
    case .noPassedTest: "Forbidden - a passing performance test is required."
    case .imageNotFound: "Image not found."
    case .messageNotFound: "Message not found."
    case .defaultNotFound: "Default message not found."
    case .urlNotFound: "Realtime URL not found."
    case .imageExists: "Image already exists."
    case .messageExists: "Message already exists."
    }
  }
}
