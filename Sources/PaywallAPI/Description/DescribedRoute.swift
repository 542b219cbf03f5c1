package import HTTPDocuments
package import HTTPTypes

/// A served route: its operation, and who may call it.
package struct DescribedRoute: Sendable {
  package var operation: Operation
  package var standing: Standing

  package init(operation: Operation, standing: Standing) {
    self.operation = operation
    self.standing = standing
  }

  /// Every problem it can answer with, in the order of `Problem.Code`.
  package var problems: [Problem.Code] {
    let all =
      Self.ofEveryRequest + ofStanding + (operation.body.map(Self.codes) ?? [])
      + operation.problems + (operation.needsLedger ? [.readOnlyServer] : [])
    return Problem.Code.allCases.filter(all.contains)
  }

  /// The problems by status, in ascending order.
  package var problemsByStatus: [(status: HTTPResponse.Status, codes: [Problem.Code])] {
    Dictionary(grouping: problems, by: \.status.code).sorted { $0.key < $1.key }
      .map { (HTTPResponse.Status(code: $0.key), $0.value) }
  }

  private static let ofEveryRequest = ofConnection + [.internalError, .unknownExpectation]

  /// The connection, which has no ids, may answer these.
  static let ofConnection: [Problem.Code] = [
    .malformedRequest, .headersTooLarge, .requestTimeout, .answerTimeout,
    // A body too large to read and drop, even if the route reads none.
    .bodyTooLarge,
    // Sent instead of reading a request.
    .tooManyConnections, .tooManyBodies, .bodyStalled, .tooManyStreams, .incompleteRequest,
  ]

  private var ofStanding: [Problem.Code] {
    switch standing {
    case .none: []
    case .visitor, .server, .viewer, .admin:
      [.ambiguousKey, .keyRequired, .unknownKey, .keysRequired, .roleRequired, .rateLimited]
    }
  }

  private static func codes(of body: Operation.Body) -> [Problem.Code] {
    [.malformedJSON, .tooManyValues, .missingMember, .wrongType, .unsupportedMediaType]
      + (body.isOfAnyType ? [] : [.unknownMember])
  }
}
