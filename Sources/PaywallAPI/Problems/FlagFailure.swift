package import HTTPDocuments
package import HTTPTypes

/// Why a flag, or a whole request, was not evaluated, in OpenFeature's words. A provider makes this
/// its own error, then falls back to the value in the app's code.
package struct FlagFailure: Error, Hashable, Sendable {
  package var code: Code
  /// Always sent: a provider reads it without checking for it.
  package var details: String
  package var status: HTTPResponse.Status
  /// The headers of the original problem, such as `Retry-After`.
  package var headers: HTTPFields = [:]

  package enum Code: String, CaseIterable, Sendable {
    case parseError = "PARSE_ERROR"
    case targetingKeyMissing = "TARGETING_KEY_MISSING"
    case invalidContext = "INVALID_CONTEXT"
    case flagNotFound = "FLAG_NOT_FOUND"
    case general = "GENERAL"
  }

  package init(_ code: Code, _ details: String) {
    self.code = code
    self.details = details
    status = code == .flagNotFound ? .notFound : .badRequest
  }

  /// Keeps the problem's status and headers, and appends its code to the details.
  package init(_ problem: Problem) {
    // The environment is an attribute of the context, not a member of the body.
    let isContext = problem.code == .wrongType && problem.field == "environment"
    code = isContext ? .invalidContext : Code(problem.code)
    var subject = problem.field.map { "'\($0)': " } ?? ""
    if code != .invalidContext { subject = "" }
    let place = problem.place.map { " (line \($0.line), column \($0.column))" } ?? ""
    details = "\(subject)\(problem.detail)\(place) [\(problem.code.rawValue)]"
    status = problem.code.status
    headers = problem.headers
  }

  package static func notFound(_ placement: String) -> FlagFailure {
    FlagFailure(.flagNotFound, "There is no placement '\(placement)'.")
  }
}

extension FlagFailure.Code {
  fileprivate init(_ code: Problem.Code) {
    self =
      switch code {
      case .malformedJSON, .tooManyValues: .parseError
      case .reservedAttribute, .duplicateAttribute, .tooManyAttributes, .attributeTooLong:
        .invalidContext
      default: .general
      }
  }
}
