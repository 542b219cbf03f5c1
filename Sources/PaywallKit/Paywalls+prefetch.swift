import Foundation
import PaywallTextCoding

extension Paywalls {
  /// Fetches the answers of several placements in one round trip, so that ``placement(_:attributes:within:)``
  /// has them at once. At most 50.
  ///
  /// - Returns: why the server did not answer; `nil` if it did.
  @discardableResult
  public func prefetch(
    _ placements: [String], attributes: [String: AttributeValue] = [:],
    within budget: Duration? = nil
  ) async -> NetworkFailure? {
    let budget = budget ?? configuration.advanced.budget
    let end = clock.running() + budget
    guard !placements.isEmpty else { return nil }
    guard let visitor = await ready(within: budget) else { return .taskCancelled }
    renewSession()
    let context = EvaluationContext(of: visitor, own: attributes, in: self)
    let task = Task { await requestAnswers(from: Self.batchPath, placements, context) }
    // A call for one of them in the meantime waits for this answer.
    for (index, id) in placements.enumerated() {
      let key = RequestKey(
        placement: UTF8Key(id), context: context.digest, unlocks: context.unlocks)
      guard requests[key] == nil else { continue }
      requests[key] = Task {
        let result = await task.value
        requests[key] = nil
        return result.map { $0[index] }
      }
    }
    switch await task.value(within: end - clock.running(), clock) {
    case .success?: return nil
    case .failure(let failure)?: return failure
    case nil: return Task.isCancelled ? .taskCancelled : .timedOut
    }
  }
}
