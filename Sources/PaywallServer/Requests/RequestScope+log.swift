import HTTPTransport
package import Logging

extension RequestScope.Entry {
  /// The metadata of a log line: the ids that find the request's lines, and its own.
  package func metadata(_ own: Logger.Metadata) -> Logger.Metadata {
    var metadata = own
    metadata["request"] = "\(requestId)"
    if let trace { metadata["trace"] = "\(trace.traceId)" }
    return metadata
  }
}
