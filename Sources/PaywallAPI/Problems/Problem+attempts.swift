package import HTTPDocuments
import HTTPTypes
package import PaywallCatalog

extension Problem {
  /// A grant signed as often as the offer's `limit.attempts` allows.
  package static func attemptsExhausted(_ grant: Grant, at now: Timestamp) -> Problem {
    let milliseconds = max(1, grant.lapsesAt.milliseconds - now.milliseconds)
    var problem = Problem(
      .attemptsExhausted,
      "This offer was signed as often as 'limit.attempts' allows under one grant. The grant lapses at \(grant.lapsesAt.rfc3339); ask again then.",
      field: "offer", headers: [.retryAfter: String((milliseconds + 999) / 1000)])
    problem.grantedUntil = grant.lapsesAt
    return problem
  }
}
