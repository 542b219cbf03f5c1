import Foundation
import PaywallCatalog

@testable import PaywallKit

extension Paywalls {
  /// Sends one request, past every cache and session.
  func requestOnce(_ id: String, _ own: [String: PaywallKit.AttributeValue]) async
    -> PlacementDecision?
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

  /// Waits until every request in flight has its answer, and the kept answers are written.
  func untilAnswered() async {
    for task in requests.values { _ = await task.value }
    await storage.start { _ in }.value
  }

  /// Waits until the fetch of a bundle that is under way has ended, and is written.
  func untilBundle() async {
    await fetchingBundle?.value
    await storage.start { _ in }.value
  }
}
