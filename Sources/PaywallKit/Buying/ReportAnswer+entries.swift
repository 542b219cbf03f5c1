extension ReportAnswer {
  /// The problems of what the server did not take, by the keys of entries. The texts of a request
  /// are those of the entries, in their order.
  func leftOut(of batch: [PurchaseEntry]) -> [String: ServerProblem] {
    var refused: [String: ServerProblem] = [:]
    // A report of the app is kept as a whole or not at all: the app finishes its transactions.
    if batch.count == 1, let only = batch.first, only.transaction == nil, let text = leftOut.first {
      return [only.key: text.problem]
    }
    for text in leftOut {
      guard let index = text.index, batch.indices.contains(index),
        batch.allSatisfy({ $0.transaction != nil })
      else { continue }
      refused[batch[index].key] = text.problem
    }
    return refused
  }
}

extension ReportAnswer.LeftOut {
  /// The number in `transactions[3]`.
  fileprivate var index: Int? {
    guard let field, field.hasPrefix("transactions[") else { return nil }
    return Int(field.dropFirst("transactions[".count).prefix { $0 != "]" })
  }
}
