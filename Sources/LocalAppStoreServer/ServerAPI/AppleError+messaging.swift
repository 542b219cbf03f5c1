import LocalAppStore

// The codes are Apple's. It describes each error in its documentation without its message.
extension AppleError {
  static let invalidPerformanceTest = AppleError(
    4_000_211, "Invalid request. The performance test request is invalid.")
  static let invalidTestRequestId = AppleError(
    4_000_212, "Invalid request. The request ID is invalid.")
  static let performanceTestRuns = AppleError(
    4_000_213, "Invalid request. A performance test is running already.")
  static let performanceTestNotFound = AppleError(4_040_018, "Performance test run not found.")

  init(_ refusal: MessagingRefusal) {
    let message =
      switch refusal {
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
    self.init(refusal.rawValue, message)
  }
}
