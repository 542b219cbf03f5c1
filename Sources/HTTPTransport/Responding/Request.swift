package import HTTPTypes
import PaywallTextCoding

/// A request, as the routes see it.
package struct Request: Sendable {
  package let head: HTTPRequest
  package let body: RequestBody

  package var method: HTTPRequest.Method { head.method }
  package var headers: HTTPFields { head.headerFields }

  /// The path without its query, as it was sent.
  package var path: Substring { (head.path ?? "/").prefix { $0 != "?" } }

  /// The text behind the first `?` of the path, as it was sent; empty without one.
  package var query: Substring {
    guard let path = head.path, let mark = path.firstIndex(of: "?") else { return "" }
    return path[path.index(after: mark)...].prefix { $0 != "#" }
  }

  /// The value of the first item with a name in the query; empty if the item has no `=`.
  ///
  /// The value is decoded if it is percent-encoded; a `+` stays. Names are compared as they were sent.
  package func queryItem(_ name: String) -> String? {
    for item in query.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0] == name else { continue }
      guard parts.count == 2 else { return "" }
      return percentDecodedBytes(parts[1].utf8).map { String(decoding: $0, as: UTF8.self) }
        ?? String(parts[1])
    }
    return nil
  }
}
