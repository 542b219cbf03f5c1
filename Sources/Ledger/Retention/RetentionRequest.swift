package import PaywallCatalog
package import Subscribers

/// Names one of Apple's requests for a retention message.
package struct RetentionRequest: Hashable, Sendable {
  /// `requestIdentifier`.
  package var id: String
  package var environment: AppStoreEnvironment
  package var originalTransactionId: String

  package init(id: String, environment: AppStoreEnvironment, originalTransactionId: String) {
    self.id = id
    self.environment = environment
    self.originalTransactionId = originalTransactionId
  }

  /// The locks of a call that writes.
  var locks: [LockName] {
    [.retentionRequest(id)] + LockName.names(of: customer, environment)
  }

  var customer: CustomerName { .originalTransactionId(originalTransactionId) }
}

/// The ledger's knowledge of a request for a retention message.
package enum RetentionKnowledge: Sendable {
  /// The request came before: the body that was sent.
  case answered(String)
  case unknownCustomer
  case customer(RetentionCustomer)
}

/// A customer who is about to cancel.
package struct RetentionCustomer: Sendable {
  package var history: CustomerHistory
  /// The visitor id under which their messages are decided, and their exposures recorded.
  package var unit: String
  /// The recorded assignments of `unit`.
  package var records: [RecordedAssignment]
}

/// A way to answer a request, with what the ledger has to store for it.
package struct RetentionChoice: Sendable {
  /// The body of the response.
  package var body: String
  /// The place in an offer's limits that the answer needs. Without it, the answer is not sent.
  package var grant: GrantRequest?
  /// The exposure of the customer to the answer.
  package var exposures: [Exposure] = []
  package var heldOut: [HeldOutExposure] = []

  package init(
    _ body: String, grant: GrantRequest? = nil, exposures: [Exposure] = [],
    heldOut: [HeldOutExposure] = []
  ) {
    self.body = body
    self.grant = grant
    self.exposures = exposures
    self.heldOut = heldOut
  }
}

/// The result of storing an answer.
package struct RetentionOutcome: Hashable, Sendable {
  /// The body to send.
  package var body: String
  /// The request was answered before, with this body.
  package var isRepeated: Bool
  /// The outcome of the grant; `nil` without one.
  package var grant: GrantOutcome?
  package var exposures: [ExposureOutcome]

  package init(
    body: String, isRepeated: Bool = false, grant: GrantOutcome? = nil,
    exposures: [ExposureOutcome] = []
  ) {
    self.body = body
    self.isRepeated = isRepeated
    self.grant = grant
    self.exposures = exposures
  }
}
