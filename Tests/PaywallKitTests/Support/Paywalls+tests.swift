import Catalog
import Foundation

@testable import PaywallKit

extension Paywalls {
  /// One request, past every cache and session.
  func requestOnce(_ id: String, _ own: [String: PaywallKit.AttributeValue]) async -> PaywallKit
    .Placement?
  {
    guard let visitor = await ready(within: .seconds(5)) else { return nil }
    let context = EvaluationContext(of: visitor, own: own, in: self)
    return try? await request(id, context).value.get()
  }

  func question(_ own: [String: PaywallKit.AttributeValue]) async -> [String: PaywallKit
    .AttributeValue]
  {
    guard let visitor = await ready(within: .seconds(5)) else { return [:] }
    return EvaluationContext(of: visitor, own: own, in: self).attributes
  }

  func setVisitor(userId: String) async {
    guard await ready(within: .seconds(5)) != nil else { return }
    visitor?.userId = userId
  }

  /// Until every request in flight has its answer, and the kept answers are written.
  func untilAnswered() async {
    for task in requests.values { _ = await task.value }
    await disk.start { _ in }.value
  }

  /// Until the fetch of a bundle that is under way has ended, and is written.
  func untilBundle() async {
    await fetchingBundle?.value
    await disk.start { _ in }.value
  }
}

/// Random numbers that are the same every time (SplitMix64).
struct FixedRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
