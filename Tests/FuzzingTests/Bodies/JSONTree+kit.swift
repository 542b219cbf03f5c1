import Foundation

@testable import PaywallKit

extension JSONTree {
  /// True if an app reads the same, through Foundation. Its objects are dictionaries, in which
  /// names that differ only in the spelling of Unicode are one; such a document is not compared.
  func isSame(_ other: PaywallKit.JSONValue) -> Bool {
    switch (self, other) {
    case (.null, .null): return true
    case (.flag(let left), .boolean(let right)): return left == right
    case (.integer(let left), .integer(let right)): return left == right
    case (.text(let left), .string(let right)): return left.elementsEqual(right.utf8)
    case (.list(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.isSame($1) }
    case (.object(let left), .object(let right)):
      guard Set(left.map(\.name.text)).count == left.count else { return true }
      return left.count == right.count
        && left.allSatisfy { member in
          right[member.name.text].map { member.value.isSame($0) } ?? false
        }
    default:
      // Foundation cuts a fraction with more digits than a double holds; we round.
      guard let ours = double, let theirs = other.number else { return false }
      return abs(ours - theirs) <= ours.ulp
    }
  }

  static func kit(_ bytes: [UInt8]) -> PaywallKit.JSONValue? {
    try? JSONDecoder().decode(PaywallKit.JSONValue.self, from: Data(bytes))
  }

  /// Reads bytes as an app reads an answer of a server, and a file of its own.
  static func readAnswer(_ bytes: [UInt8]) {
    _ = PlacementDecision(body: Data(bytes))
    _ = ChecksummedFile.open(Data(bytes))
  }
}
