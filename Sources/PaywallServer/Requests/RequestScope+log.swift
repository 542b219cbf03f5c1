import HTTPTransport
package import Logging

extension RequestScope.Entry {
  /// What a log line of this request holds: the ids by which its lines are found, and its own.
  package func metadata(_ own: Logger.Metadata) -> Logger.Metadata {
    var metadata = own
    metadata["request"] = "\(requestId)"
    if let trace { metadata["trace"] = "\(trace.traceId)" }
    return metadata
  }
}
