package import HTTPDocuments
package import LocalAppStore
import PaywallCatalog

/// Reads the faults of delivery, from the body of a request or from a story. Without a member there
/// are no faults.
package enum FaultReader {
  /// - Parameter seed: the seed if none is given.
  package static func faults(
    _ body: inout MemberReader, seed: UInt64 = 0
  ) throws(Problem) -> DeliveryFaults {
    var faults = DeliveryFaults(seed: seed)
    faults.lost = try body.share("lost")
    faults.late = try body.share("late")
    faults.lateness = try body.length("lateBy", "'3 days' or PT6H") ?? faults.lateness
    faults.outOfOrder = try body.share("outOfOrder")
    faults.doubled = try body.share("doubled")
    faults.garbage = try body.share("garbage")
    if let words = try body.texts("forgeries") {
      faults.forgeries = []
      for word in words { faults.forgeries.append(try forgery(word)) }
    }
    faults.unavailable = try body.number("unavailable", 0...100_000) ?? 0
    faults.isHeld = try body.boolean("held") ?? false
    if let seed = try body.number("seed", 0...Int.max) { faults.seed = UInt64(seed) }
    return faults
  }

  private static func forgery(_ word: String) throws(Problem) -> DeliveryFaults.Forgery {
    guard let forgery = DeliveryFaults.Forgery(rawValue: word) else {
      let words = DeliveryFaults.Forgery.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(.wrongType, "'forgeries' takes \(words).", field: "forgeries")
    }
    return forgery
  }
}

extension MemberReader {
  package mutating func number(
    _ name: String, _ range: ClosedRange<Int>
  ) throws(Problem) -> Int? {
    guard let member = take(name) else { return nil }
    guard let whole = member.value.whole, let number = Int(exactly: whole),
      range.contains(number)
    else {
      let most = range.upperBound == .max ? "" : " to \(range.upperBound)"
      throw Self.wrong(member, "a whole number from \(range.lowerBound)\(most)")
    }
    return number
  }

  /// A share in percent; none without the member.
  fileprivate mutating func share(_ name: String) throws(Problem) -> BasisPoints {
    guard let member = take(name) else { return .none }
    guard case .text(let text) = member.value, let share = BasisPoints(percent: text) else {
      throw Problem(name, mustBe: "a share such as \"10%\"", place: member.place)
    }
    return share
  }
}
