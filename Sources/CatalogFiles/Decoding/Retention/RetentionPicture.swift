package import PaywallCatalog
import Serving

/// An image of retention messages as it is in the folder, for Apple.
package struct RetentionPicture: Sendable {
  /// From `Paywalls`.
  package let file: String
  /// Whether it is the icon of a point.
  package let isIcon: Bool
  package let bytes: [UInt8]
  /// At Apple; made from the bytes.
  package let identifier: String

  /// Why Apple would not take an image.
  package struct Mistake: Error, Hashable, Sendable {
    package let message: String
    package let help: String
  }

  /// Several times the pixels of the largest image, unpacked.
  package static let mostBytes = 64 << 20
  private static let width = 3840
  private static let heights = 160...2160
  /// The width and the height of an icon.
  private static let icon = 1024

  /// - Parameter folder: holds `Paywalls`; links that lead out of it are not followed.
  package init(
    _ file: String, isIcon: Bool, of bundleId: String, in folder: ConfigurationFolder
  ) throws(Mistake) {
    let path = "\(ConfigurationPath.paywalls)/\(file)"
    do throws(FolderRefusal) {
      bytes = try folder.bytes(at: path, atMost: Self.mostBytes)
    } catch .missing {
      throw Mistake(
        message: "there is no file '\(path)'", help: "add it, or name one that is there")
    } catch {
      throw Mistake(message: "'\(path)': \(error.message)", help: error.help)
    }
    (self.file, self.isIcon) = (file, isIcon)
    identifier = RetentionIdentifier.image(bytes, of: bundleId)
    try check(path)
  }

  private func check(_ path: String) throws(Mistake) {
    let png: PNGFile
    do throws(PNGFile.Mistake) {
      png = try PNGFile(bytes)
    } catch {
      throw Mistake(message: "'\(path)' \(error.words)", help: "save it again as a PNG")
    }
    guard !png.mayBeTransparent else {
      throw Mistake(
        message: "'\(path)' may be transparent, and Apple takes only opaque images",
        help: "save it without an alpha channel")
    }
    let fits =
      isIcon
      ? png.width == Self.icon && png.height == Self.icon
      : png.width == Self.width && Self.heights.contains(png.height)
    guard !fits else { return }
    let wanted =
      isIcon
      ? "icons of \(Self.icon) × \(Self.icon)"
      : "a width of \(Self.width) and a height of \(Self.heights.lowerBound) to "
        + "\(Self.heights.upperBound)"
    throw Mistake(
      message: "'\(path)' has \(png.width) × \(png.height) pixels, and Apple takes \(wanted)",
      help: "save it in such a size")
  }
}

extension RetentionMessage {
  /// The image files of the message in all languages, each once, with whether it is an icon.
  package var files: [(file: String, isIcon: Bool)] {
    let texts = texts.values
    let icons = Set(texts.flatMap { $0.bullets.map(\.image.file) })
    let full = Set(texts.compactMap { $0.image?.file })
    return full.sorted().map { ($0, false) } + icons.sorted().map { ($0, true) }
  }
}
