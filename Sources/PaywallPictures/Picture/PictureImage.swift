package import CatalogFiles
import Foundation
import Serving

/// An image of a paywall, as far as a picture may show it.
package enum PictureImage: Hashable, Sendable {
  /// The image is embedded, so that nothing is loaded.
  case embedded(type: String, base64: String)
  /// The image is loaded from an https address when the page is opened.
  case linked(address: String)
  /// The image is not shown, with the reason: `is on a server`.
  case placeholder(because: String)
}

extension PictureImage {
  /// The most bytes that a picture embeds.
  package static let mostBytes = 4 << 20

  /// - Parameters:
  ///   - name: an address, or a path below `Paywalls`.
  ///   - folder: the folder that holds `Paywalls`; links that lead out of it are not followed.
  ///   - loadsImages: true if the page may load images from https addresses.
  package init(_ name: String, in folder: ConfigurationFolder?, loadsImages: Bool = false) {
    guard !name.contains("://") else {
      self =
        if !loadsImages {
          .placeholder(because: "is on a server, and pictures load nothing from the network")
        } else if name.lowercased().hasPrefix("https://") {
          .linked(address: name)
        } else {
          .placeholder(because: "has no https address, and pictures load no other")
        }
      return
    }
    let path = "\(ConfigurationPath.paywalls)/\(name)"
    do throws(FolderRefusal) {
      guard let folder else { throw .missing }
      guard case .file(let identity) = try folder.entry(at: path) else {
        self = .placeholder(because: "is a folder")
        return
      }
      guard identity.size <= Self.mostBytes else {
        self = .placeholder(
          because: "has \(Self.kilobytes(identity.size)) KB, and a picture embeds "
            + "\(Self.kilobytes(Int64(Self.mostBytes))) KB at most")
        return
      }
      self.init(bytes: try folder.bytes(at: path, atMost: Self.mostBytes))
    } catch .missing {
      self = .placeholder(because: "is not there: '\(path)' is no file")
    } catch {
      self = .placeholder(because: "cannot be read: \(error.message)")
    }
  }

  /// Judges an image by its bytes, whatever its name says. An SVG may hold scripts and is never
  /// embedded.
  package init(bytes: [UInt8]) {
    if let type = Self.signatures.first(where: { $0.matches(bytes) })?.type {
      self = .embedded(type: type, base64: Data(bytes).base64EncodedString())
    } else if String(decoding: bytes.prefix(4096), as: UTF8.self).contains("<svg") {
      self = .placeholder(because: "is an SVG, which phones do not show and which may hold scripts")
    } else {
      self = .placeholder(because: "is no PNG, JPEG, WebP or GIF")
    }
  }

  private static func kilobytes(_ bytes: Int64) -> Int64 { (bytes + 1023) / 1024 }

  private struct Signature {
    let type: String
    let start: [UInt8]
    var rest: (offset: Int, bytes: [UInt8])?

    func matches(_ bytes: [UInt8]) -> Bool {
      bytes.starts(with: start)
        && (rest.map { bytes.dropFirst($0.offset).starts(with: $0.bytes) } ?? true)
    }
  }

  private static let signatures = [
    Signature(type: "image/png", start: [0x89] + Array("PNG\r\n\u{1A}\n".utf8)),
    Signature(type: "image/jpeg", start: [0xFF, 0xD8, 0xFF]),
    Signature(type: "image/gif", start: Array("GIF8".utf8)),
    Signature(type: "image/webp", start: Array("RIFF".utf8), rest: (8, Array("WEBP".utf8))),
  ]
}
