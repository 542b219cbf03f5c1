import PaywallCatalog
import Testing
import YAMLText

@testable import CatalogFiles

@Suite("The text of a file")
struct TextTests {
  private let path = "Paywalls/lite.yaml"

  private func report(_ bytes: [UInt8]) -> Report {
    var files = Base.files
    files.files[path] = bytes
    return Loader.load(files).report
  }

  @Test(
    arguments: [
      ("UTF-16, little end first", [0xFF, 0xFE, 0x61, 0x00], "the file is UTF-16"),
      ("UTF-16, big end first", [0xFE, 0xFF, 0x00, 0x61], "the file is UTF-16"),
      (
        "a byte that is no UTF-8", Array("title: ".utf8) + [0xE9, 0x0A],
        "byte 0xE9 is not UTF-8 here"
      ),
      ("nothing", [], "this file is empty"),
      ("only a byte order mark", [0xEF, 0xBB, 0xBF], "this file is empty"),
      (
        "65 levels",
        Array((String(repeating: "[", count: 65) + String(repeating: "]", count: 65)).utf8),
        "nested deeper than 64 levels"
      ),
      (
        "more than a mebibyte", Array(repeating: UInt8(ascii: "#"), count: (1 << 20) + 1),
        "the file has 1048577 bytes; the most is 1048576"
      ),
    ] as [(String, [UInt8], String)])
  func refused(_ name: String, _ bytes: [UInt8], _ message: String) {
    #expect(report(bytes).diagnostics.map(\.message) == [message])
  }

  @Test(arguments: [
    ("with a byte order mark", "\u{FEFF}products: [pro_monthly]\n"),
    ("with the line ends of Windows", "title: Lite\r\nproducts:\r\n  - pro_monthly\r\n"),
    ("without a line end", "products: [pro_monthly]"),
    ("as JSON", #"{"products": ["pro_monthly"]}"#),
    ("with a document start", "---\nproducts: [pro_monthly]\n...\n"),
  ])
  func accepted(_ name: String, _ text: String) {
    #expect(report(Array(text.utf8)).diagnostics == [])
  }

  @Test func `just below the limit of size and depth is read`() {
    let comment = String(repeating: "#", count: (1 << 20) - 24)
    #expect(report(Array("products: [pro_monthly]\n\(comment)".utf8)).diagnostics == [])
    let deep = String(repeating: "[", count: 62) + String(repeating: "]", count: 62)
    let text = "products: [pro_monthly]\ncontent: { deep: \(deep) }\n"
    #expect(report(Array(text.utf8)).diagnostics == [])
  }

  @Test func `an API key that stands where its digest belongs is not printed`() {
    let secret = "pk-made-up-for-this-test-0123456789"
    for entry in [
      "role: client, digest: \(secret)", "role: \(secret)", "role: client, \(secret): x",
    ] {
      let files = Base.with(["Paywalls/store/keys.yaml": "keys:\n  app: { \(entry) }\n"])
      let report = Loader.load(files).report
      #expect(report.hasErrors)
      #expect(!(report.text() + report.json() + report.github()).contains(secret))
    }
    let files = Base.with([
      "Paywalls/store/keys.yaml": "keys:\n  app: { role: client, digest: \(secret) }\n"
    ])
    let report = Loader.load(files).report
    #expect(report.errorCount == 1)
    #expect(report.text().contains("digest: \(String(repeating: "*", count: secret.count)) }"))
  }
}
