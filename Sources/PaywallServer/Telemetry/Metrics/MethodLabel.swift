package import HTTPTypes

/// The methods that metrics and logs distinguish.
package enum MethodLabel: String, CaseIterable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
  case other

  package init(_ method: HTTPRequest.Method) {
    self = method.rawValue == "other" ? .other : Self(rawValue: method.rawValue) ?? .other
  }
}
