import Foundation
import Testing

@Suite struct ReplayTests {
  /// Runs the kept inputs, and expects the report of `Tests/Fuzzing/run` on each law that one
  /// breaks.
  @Test(arguments: FuzzTarget.allCases)
  func `every kept input is read without a crash, and every law holds`(target: FuzzTarget) throws {
    let inputs = try Self.inputs(of: target)
    #expect(inputs.count >= 20)
    for input in inputs {
      do {
        try target.run(input)
      } catch {
        Issue.record("\(error)\n\(Data(input).base64EncodedString())")
      }
    }
  }

  private static func inputs(of target: FuzzTarget) throws -> [[UInt8]] {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fuzzing/Corpus/\(target.rawValue).txt")
    return try String(contentsOf: corpus, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        Array(try #require(Data(base64Encoded: String(line)), "no Base64: \(line)"))
      }
  }
}
