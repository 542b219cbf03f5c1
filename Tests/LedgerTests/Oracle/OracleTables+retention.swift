import PaywallCatalog

@testable import Ledger

extension OracleTables {
  func retentionAnswer(to request: String) -> String? { retentionAnswers[request]?.body }

  mutating func put(_ answer: RetentionAnswer) {
    if retentionAnswers[answer.request] == nil {
      retentionAnswers[answer.request] = answer
    } else {
      retentionAnswers[answer.request]?.body = answer.body
    }
  }

  mutating func prune(retentionAnswersBefore moment: Timestamp) {
    let old = retentionAnswers.values.filter { $0.answeredAt < moment }
      .sorted { $0.answeredAt < $1.answeredAt }
    for answer in old.prefix(100) { retentionAnswers[answer.request] = nil }
  }
}
