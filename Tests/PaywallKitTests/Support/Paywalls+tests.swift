import Catalog
import Foundation

@testable import PaywallKit

extension Paywalls {
  /// One question, past every cache and session.
  func askOnce(_ id: String, _ own: [String: PaywallKit.AttributeValue]) async -> PaywallKit
    .Placement?
  {
    guard let visitor = await ready(within: .seconds(5)) else { return nil }
    let question = Question(of: visitor, own: own, in: self)
    return try? await ask(id, question).value.get()
  }

  func question(_ own: [String: PaywallKit.AttributeValue]) async -> [String: PaywallKit
    .AttributeValue]
  {
    guard let visitor = await ready(within: .seconds(5)) else { return [:] }
    return Question(of: visitor, own: own, in: self).attributes
  }

  func setVisitor(userId: String) async {
    guard await ready(within: .seconds(5)) != nil else { return }
    visitor?.userId = userId
  }

  /// Until every question that is under way has its answer, and what was kept of it is written.
  func untilAnswered() async {
    for task in asking.values { _ = await task.value }
    await disk.start { _ in }.value
  }

  /// Until the fetch of a bundle that is under way has ended, and is written.
  func untilBundle() async {
    await fetchingBundle?.value
    await disk.start { _ in }.value
  }
}
