/// An image for retention messages, as it was uploaded.
package struct StoreImage: Hashable, Sendable {
  /// A UUID in lower case.
  package let id: String
  package let size: Size
  package internal(set) var state: ReviewState

  package enum Size: String, CaseIterable, Sendable {
    case fullSize = "FULL_SIZE"
    case bulletPoint = "BULLET_POINT"
  }
}

/// Apple's opinion of a message or an image.
package enum ReviewState: String, CaseIterable, Sendable {
  case pending = "PENDING"
  case approved = "APPROVED"
  case rejected = "REJECTED"
}

extension StoreImage.Size {
  /// Whether Apple takes an image of these pixels (AppleFacts.md § 2).
  func fits(_ png: PNGImage) -> Bool {
    switch self {
    case .fullSize: png.width == 3_840 && (160...2_160).contains(png.height)
    case .bulletPoint: png.width == 1_024 && png.height == 1_024
    }
  }
}
