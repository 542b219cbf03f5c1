import HTTPDocuments
import HTTPTransport
import Ledger
import PaywallAPI
import PaywallCatalog

extension Request {
  /// The names that an id may be: Apple's two kinds of ids, or of the kind that the query item `by` says.
  func customerNames(_ id: String) throws(Problem) -> [CustomerName] {
    guard let by = queryItem("by") else {
      return [.appTransactionId(id), .originalTransactionId(id)]
    }
    guard let kind = NamedCustomer.Name(rawValue: by) else {
      let words = NamedCustomer.Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(.malformedQuery, "'by' is one of \(words).", field: "by")
    }
    return [NamedCustomer(by: kind, value: id).name]
  }

  /// The environment that the query names, if it names one.
  func environment() throws(Problem) -> AppStoreEnvironment? {
    guard let word = queryItem("environment") else { return nil }
    return try AppStoreEnvironment(word: word, field: "environment")
  }
}
