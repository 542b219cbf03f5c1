package import PaywallCatalog

/// The answers to Apple's requests for retention messages.
package protocol RetentionTables {
  /// The answer as it was sent; `nil` if the request was not answered, or long ago.
  func retentionAnswer(to request: String) throws -> String?
  /// Writes the answer to a request, in the place of the one before.
  mutating func put(_ answer: RetentionAnswer) throws
  /// Removes some of the answers of before a moment; the next calls remove the rest.
  mutating func prune(retentionAnswersBefore moment: Timestamp) throws
}

/// An answer to one of Apple's requests for a retention message. A request that comes again gets the
/// same bytes, from every node.
package struct RetentionAnswer: Hashable, Sendable {
  /// `requestIdentifier`.
  package var request: String
  /// `nil` for a customer who was unknown.
  package var customer: CustomerRow.Number?
  package var answeredAt: Timestamp
  /// The body of the response.
  package var body: String

  /// How long answers are kept, in milliseconds: much longer than a request is answered at all.
  package static let memory: Int64 = 3_600_000
}
