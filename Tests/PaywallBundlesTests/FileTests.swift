import BundleWriting
import Foundation
import PaywallBundles
import PaywallCatalog
import Serving
import TestSupport
import Testing

@Suite struct FileTests {
  private let bundle = SignedBundle(
    payload: Array(#"{"format":1,"list":[],"deep":{"text":" a \\\" : [ ,","n":[1,-2.5e3]}}"#.utf8),
    signature: "head..tail", certificate: "a.b.c")

  @Test func `a file is indented, and ends with a line end`() {
    #expect(
      String(decoding: bundle.file, as: UTF8.self) == #"""
        {
          "certificate": "a.b.c",
          "signature": "head..tail",
          "payload": {
            "format": 1,
            "list": [],
            "deep": {
              "text": " a \\\" : [ ,",
              "n": [
                1,
                -2.5e3
              ]
            }
          }
        }

        """#)
  }

  @Test func `what git, an editor or Xcode does to white space changes nothing`() throws {
    let text = String(decoding: bundle.file, as: UTF8.self)
    for variant in [
      text, text.replacing("\n", with: "\r\n"), text.replacing("  ", with: "\t"),
      text.replacing("\n", with: ""), "\n \(text)\n\n",
    ] {
      #expect(try SignedBundle(file: Array(variant.utf8)).file == bundle.file)
    }
  }

  @Test func `payloads survive the file, byte by byte`() throws {
    var numbers = SplitMix(state: 15)
    for _ in 0..<100 {
      let payload = PublishedSnapshot(numbers.snapshot()).bundleJSON
      let bundle = SignedBundle(payload: payload, signature: "x", certificate: "y")
      #expect(try SignedBundle(file: bundle.file).payload == payload)
      // Another reader of JSON finds the same.
      let whole = try JSONSerialization.jsonObject(with: Data(bundle.file)) as? NSDictionary
      let part = try JSONSerialization.jsonObject(with: Data(payload)) as? NSDictionary
      #expect(whole?["payload"] as? NSDictionary == part)
    }
  }

  @Test(arguments: [
    ("", BundleProblem.Code.notJSON), ("{}", .missingMember), ("[]", .wrongType),
    (#"{"payload":[],"signature":"","certificate":""}"#, .wrongType),
    (#"{"payload":{},"signature":1,"certificate":""}"#, .wrongType),
    (#"{"payload":{},"signature":"","certificate":"","payload":{}}"#, .duplicateMember),
  ])
  func `a file of another shape is refused`(text: String, code: BundleProblem.Code) {
    do throws(BundleProblem) {
      _ = try SignedBundle(file: Array(text.utf8))
      Issue.record("accepted")
    } catch {
      #expect(error.code == code)
    }
  }
}
