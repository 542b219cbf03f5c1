import HTTPDocuments
import HTTPTransport
import Ledger
import PaywallAPI
import PaywallCatalog
import Subscribers

/// The person whose records a request of the team's server reads or changes: the path names it.
struct NamedPerson: Sendable {
  let names: [CustomerName]
  let environment: AppStoreEnvironment

  init(_ request: Request, _ context: ServerCaller) throws(Problem) {
    let id = try context.parameters.decoded("id")
    try GivenAccess.check(holder: id)
    names = try request.customerNames(id)
    environment = try request.environment() ?? .production
  }

  func isSeveral(_ count: Int) -> Problem {
    Problem(
      .ambiguousCustomer,
      "The name matches \(count) customers; name one by its appTransactionId.",
      field: "id")
  }

  var isUnknown: Problem {
    Problem(
      .unknownCustomer,
      "No customer in \(environment.rawValue) has this id of Apple's. For a user id send 'by=userId' in the query; the id may be new.",
      field: "id")
  }
}

extension CustomerName {
  /// The user id, if it is a name of that kind.
  var user: String? { if case .user(let id) = self { id } else { nil } }
}
