import PaywallCatalog

/// The result of `ledger import --fetched-at`: the histories that are complete now, or why none is.
enum HistoryCompletion: Hashable {
  case complete(customers: Int, at: Timestamp)
  case refused(lines: Int)
  /// The file has no transaction outside of a notification.
  case withoutTransactions(notifications: Int)

  var isComplete: Bool { if case .complete = self { true } else { false } }

  var sentence: String {
    switch self {
    case .complete(1, let moment):
      "The history of 1 customer is complete as of \(moment.rfc3339)."
    case .complete(let customers, let moment):
      "The histories of \(customers) customers are complete as of \(moment.rfc3339)."
    case .refused(let lines):
      "No history was made complete: \(lines == 1 ? "the line that was refused" : "one of the lines that were refused") may be a purchase."
    case .withoutTransactions(let notifications):
      "No history was made complete: the file has no transactions"
        + (notifications == 0
          ? "." : ", and a notification tells of one purchase and not of all.")
    }
  }

  /// The next step; `nil` if the histories are complete.
  var help: String? {
    switch self {
    case .complete: nil
    case .refused: "fix the lines and import the file again"
    case .withoutTransactions:
      "import all transactions of each customer, as Apple's Get Transaction History gives them: one {\"signedTransactionInfo\": …} a line"
    }
  }
}
