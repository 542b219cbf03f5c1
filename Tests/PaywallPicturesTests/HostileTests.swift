import CatalogFiles
import Foundation
import Testing

@testable import PaywallPictures

@Suite struct HostileTests {
  @Test func `content is text, wherever it stands`() throws {
    let script = "</style><script>alert(1)</script><img src=x onerror=alert(1)>"
    let html = PicturePage(
      try App.lumen.with([
        "Paywalls/standard.yaml": """
        products: [yearly]
        content:
          headline: "\(script)"
          points: ["\(script)", { text: "\(script)", symbol: "<" }]
          badge: { yearly: "\(script)" }
          button: { text: "\(script)", background: "red;} body{display:none", foreground: "#12345g" }
          footnote: "\(script)"
          hero: { image: "\(script)", alt: "\\" onload=\\"alert(1)" }
        """
      ]).picture(of: "standard", country: "US")
    ).html
    #expect(!html.contains("<script"))
    #expect(!html.contains("<img"))
    #expect(!html.contains("body{display:none"))
    #expect(!html.contains("\" onload"))
    #expect(html.ranges(of: "</style>").count == 1)
    #expect(html.ranges(of: "&lt;script&gt;").count >= 6)
  }

  @Test func `a page asks the network for nothing`() throws {
    let html = PicturePage(
      try App.lumen.with([
        "Paywalls/standard.yaml": """
        products: [yearly]
        content: { hero: { image: "https://tracker.example.com/a.png", alt: A beach } }
        """
      ]).picture(of: "standard", country: "US")
    ).html
    #expect(html.contains("<code>https://tracker.example.com/a.png</code>"))
    #expect(html.contains("is on a server, and pictures load nothing from the network"))
    for loading in ["src=", "<link", "url(http", "@import", "<iframe", "href="] {
      #expect(!html.contains(loading), "\(loading)")
    }
    #expect(html.contains("default-src &#39;none&#39;"))
  }

  private func page(hero image: String, loadsImages: Bool) throws -> String {
    PicturePage(
      try App.lumen.with([
        "Paywalls/standard.yaml": """
        products: [yearly]
        content: { hero: { image: '\(image)', alt: A beach } }
        """
      ]).picture(of: "standard", country: "US", loadsImages: loadsImages)
    ).html
  }

  @Test func `an https image is loaded with the option alone, and then nothing else is`() throws {
    let image = "HTTPS://example.com/a.png?w=2&h=\");}</style><script>1</script>"
    let linked = try page(hero: image, loadsImages: true)
    let address =
      #"url("HTTPS://example.com/a.png?w=2\26 h=\22 \29 \3b \7d \3c /style\3e \3c script"#
    #expect(linked.contains(address))
    #expect(linked.contains("; img-src data: https:; base-uri"))
    #expect(linked.contains("<meta name=\"referrer\" content=\"no-referrer\">"))
    #expect(linked.contains("aria-label=\"A beach\"") && !linked.contains("<script"))
    #expect(linked.contains("is loaded by whoever opens this page"))

    let plain = try page(hero: image, loadsImages: false)
    #expect(!plain.contains("url(") && plain.contains("; img-src data:; base-uri"))
    #expect(plain.contains("<b>A beach</b>"))
  }

  @Test(arguments: [
    "http://example.com/a.png", "file:///etc/passwd", "data:image/svg+xml,<svg onload=alert(1)>",
    "javascript:alert(1)", "//example.com/a.png", "ftp://https://example.com/a.png",
    " https://a.b/c",
  ])
  func `an image with no https address is never loaded`(image: String) throws {
    for loadsImages in [false, true] {
      let html = try page(hero: image, loadsImages: loadsImages)
      #expect(!html.contains("url(") && html.contains("; img-src data:; base-uri"))
      #expect(html.contains("<b>A beach</b>"))
    }
  }

  @Test func `controls and what reorders a text are shown by their code`() throws {
    let html = PicturePage(
      try App.lumen.with([
        "Paywalls/standard.yaml": #"""
        products: [yearly]
        content: { headline: "free \u202E00.99$\u2066 \a" }
        """#
      ]).picture(of: "standard", country: "US")
    ).html
    #expect(html.contains("free <code>U+202E</code>00.99$<code>U+2066</code> <code>U+0007</code>"))
    #expect(!html.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
  }

  @Test func `an image is judged by its bytes`() {
    let png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] as [UInt8]
    #expect(PictureImage(bytes: png) == .embedded(type: "image/png", base64: "iVBORw0KGgo="))
    #expect(
      PictureImage(bytes: Array("<?xml?><svg onload='alert(1)'>".utf8))
        == .placeholder(because: "is an SVG, which phones do not show and which may hold scripts"))
    #expect(
      PictureImage(bytes: Array("hello".utf8))
        == .placeholder(because: "is no PNG, JPEG, WebP or GIF"))
    #expect(PictureImage(bytes: []) == .placeholder(because: "is no PNG, JPEG, WebP or GIF"))
  }

  @Test
  func `an image that is missing, outside or too large is a placeholder with the reason`() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID())")
    defer { try? FileManager.default.removeItem(at: place) }
    let images = place.appending(path: "Paywalls/images")
    try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
    let large = images.appending(path: "large.png")
    try Data().write(to: large)
    let handle = try FileHandle(forWritingTo: large)
    try handle.truncate(atOffset: 50 << 20)
    try handle.close()
    try FileManager.default.createSymbolicLink(
      atPath: images.appending(path: "out.png").path(), withDestinationPath: "/etc/passwd")
    let folder = try ConfigurationFolder(place.path())
    func why(_ name: String) -> String {
      if case .placeholder(let why) = PictureImage(name, in: folder) { why } else { "" }
    }
    #expect(why("images/large.png") == "has 51200 KB, and a picture embeds 4096 KB at most")
    #expect(why("images/none.png") == "is not there: 'Paywalls/images/none.png' is no file")
    #expect(why("images/out.png").hasPrefix("cannot be read"))
    #expect(why("../../etc/passwd").isEmpty == false)
    #expect(why("images") == "is a folder")
  }
}
