/// The readers of hostile bytes, each with what must hold for any input. `Tests/Fuzzing/run` searches
/// for inputs that break it; `ReplayTests` runs the ones that were kept.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case http1, json, jws, yaml, keys, bundle, headers, requests, frames

  /// Throws a `Finding` where a law does not hold; a crash or a hang speaks for itself.
  package func run(_ bytes: [UInt8]) throws {
    switch self {
    case .http1: try fuzzHTTP1(bytes)
    case .json: try fuzzJSON(bytes)
    case .jws: try fuzzSignedTexts(bytes)
    case .yaml: try fuzzYAML(bytes)
    case .keys: try fuzzKeys(bytes)
    case .bundle: try fuzzBundle(bytes)
    case .headers: try fuzzHeaders(bytes)
    case .requests: try fuzzRequests(bytes)
    case .frames: try fuzzFrames(bytes)
    }
  }
}

/// A law that an input breaks.
package struct Finding: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

func require(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws {
  if !holds { throw Finding(otherwise()) }
}

func require<Value>(_ value: Value?, _ otherwise: @autoclosure () -> String) throws -> Value {
  guard let value else { throw Finding(otherwise()) }
  return value
}

extension [UInt8] {
  /// The first byte and the rest: the byte chooses one of several questions for the input.
  var choice: (UInt8, [UInt8]) { (first ?? 0, Array(dropFirst())) }

  /// The parts between zero bytes.
  var parts: [[UInt8]] { split(separator: 0, omittingEmptySubsequences: false).map(Array.init) }

  var text: String { String(decoding: self, as: UTF8.self) }
}

extension [[UInt8]] {
  /// A part as text; empty if there is none.
  func text(_ index: Int) -> String { indices.contains(index) ? self[index].text : "" }
}
