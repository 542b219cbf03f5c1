import Foundation
import PaywallCatalog
import TestSupport
import Testing

@testable import CatalogFiles

@Suite("A PNG")
struct PNGFileTests {
  private static let full = SamplePNG.bytes(3840, 160)

  private static func mistake(_ bytes: [UInt8]) -> PNGFile.Mistake? {
    do throws(PNGFile.Mistake) {
      _ = try PNGFile(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test("is read for its size and its transparency")
  func read() throws {
    let png = try PNGFile(Self.full)
    #expect(png.width == 3840 && png.height == 160 && !png.mayBeTransparent)
    #expect(try PNGFile(SamplePNG.bytes(1, 1, colour: 6)).mayBeTransparent)
    #expect(try PNGFile(SamplePNG.bytes(1, 1, colour: 4)).mayBeTransparent)
    #expect(try !PNGFile(SamplePNG.bytes(1, 1, colour: 3)).mayBeTransparent)
    let colour = SamplePNG.chunk("tRNS", [0])
    #expect(try PNGFile(SamplePNG.bytes(1, 1, colour: 3, more: [colour])).mayBeTransparent)
    let text = SamplePNG.chunk("tEXt", Array("Title\0tRNS".utf8))
    #expect(try !PNGFile(SamplePNG.bytes(1, 1, more: [text])).mayBeTransparent)
  }

  /// Made by Python's zlib: one red pixel, opaque and half transparent.
  @Test(
    "of another program is read",
    arguments: [
      (
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
        false
      ),
      (
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DQAAAEgQGALFXOsAAAAABJRU5ErkJggg==",
        true
      ),
    ])
  func others(base64: String, isTransparent: Bool) throws {
    let png = try PNGFile(Array(#require(Data(base64Encoded: base64))))
    #expect(png.width == 1 && png.height == 1 && png.mayBeTransparent == isTransparent)
  }

  @Test("that ends anywhere before its end is cut off, and never more than that")
  func truncated() {
    for count in SamplePNG.signature.count + 25..<Self.full.count {
      #expect(Self.mistake(Array(Self.full.prefix(count))) == .truncated, "\(count)")
    }
    for count in 0..<SamplePNG.signature.count + 25 {
      #expect(Self.mistake(Array(Self.full.prefix(count))) != nil, "\(count)")
    }
    #expect(Self.mistake([]) == .notPNG)
    #expect(Self.mistake(Array("GIF89a".utf8)) == .notPNG)
  }

  @Test("is damaged if its head, its order or its end is wrong")
  func damaged() {
    let (signature, end) = (SamplePNG.signature, SamplePNG.chunk("IEND", []))
    let pixels = SamplePNG.chunk("IDAT", [0])
    let head = SamplePNG.head(1, 1)
    #expect(Self.mistake(signature + pixels + end) == .damaged)
    #expect(Self.mistake(signature + head + end) == .damaged)
    #expect(Self.mistake(signature + head + head + pixels + end) == .damaged)
    #expect(Self.mistake(Self.full + [0]) == .damaged)
    #expect(Self.mistake(SamplePNG.bytes(0, 1)) == .damaged)
    #expect(Self.mistake(SamplePNG.bytes(1, 0x8000_0000)) == .damaged)
    #expect(Self.mistake(SamplePNG.bytes(1, 1, colour: 5)) == .damaged)
    let long: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF] + Array("tEXt".utf8) + [0, 0, 0, 0]
    #expect(Self.mistake(signature + head + long) == .damaged)
  }

  @Test("with one byte changed or removed is read or refused, and never stops the program")
  func hostile() {
    let small = SamplePNG.bytes(1, 1, more: [SamplePNG.chunk("tEXt", [1, 2, 3])])
    var read = 0
    for index in small.indices {
      for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var bytes = small
        bytes[index] = byte
        if Self.mistake(bytes) == nil { read += 1 }
      }
      var shorter = small
      shorter.remove(at: index)
      #expect(Self.mistake(shorter) != nil, "\(index)")
    }
    #expect(read > 0)
  }

  @Test("of a message is opaque and of Apple's size, and so is an icon")
  func picture() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "png-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let images = folder.appending(path: "Paywalls/images")
    try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
    let opened = try ConfigurationFolder(folder.path())
    func message(_ bytes: [UInt8]?, isIcon: Bool = false) throws -> String? {
      let file = images.appending(path: "a.png")
      try? FileManager.default.removeItem(at: file)
      if let bytes { try Data(bytes).write(to: file) }
      do throws(RetentionPicture.Mistake) {
        let picture = try RetentionPicture(
          "images/a.png", isIcon: isIcon, of: "a.b", in: opened)
        #expect(picture.identifier == RetentionIdentifier.image(bytes ?? [], of: "a.b"))
        return nil
      } catch {
        #expect(!error.help.isEmpty)
        return error.message
      }
    }
    for height in [160, 2160] { #expect(try message(SamplePNG.bytes(3840, height)) == nil) }
    for (width, height) in [(3840, 159), (3840, 2161), (3839, 160), (1920, 1080)] {
      #expect(
        try message(SamplePNG.bytes(width, height))?.contains("\(width) × \(height) pixels") == true
      )
    }
    #expect(try message(SamplePNG.bytes(1024, 1024), isIcon: true) == nil)
    let small = try message(SamplePNG.bytes(64, 64), isIcon: true)
    #expect(small?.contains("Apple takes icons of 1024 × 1024") == true)
    let clear = SamplePNG.bytes(3840, 160, colour: 6)
    #expect(try message(clear)?.contains("may be transparent") == true)
    #expect(try message(Array(Self.full.dropLast(4)))?.contains("is cut off") == true)
    #expect(try message(Array("GIF89a".utf8))?.contains("is no PNG") == true)
    #expect(try message(nil) == "there is no file 'Paywalls/images/a.png'")
  }
}
