/// What a header means for a plain request. A header on none of these lists sends the request to the
/// framework, so a coding of the body, an option of the connection and any unforeseen header do.
package enum PlainHeader: Equatable {
  case host
  /// Equal for the requests of many clients.
  case common(Common)
  /// Different for each client or request.
  case own(Own)
  /// Only `keep-alive`, which is the default of HTTP/1.1.
  case connection
  /// Of a POST; a GET with a body is left to the framework.
  case contentLength
  /// Added by a proxy or a web page; only a server without keys reads it, through the framework.
  case foreign
  /// Does not affect the response.
  case ignored

  package enum Common: Equatable {
    case authorization, apiKey, acceptEncoding, acceptLanguage, contentType
  }

  package enum Own: Equatable {
    case requestId, ifNoneMatch, forwardedFor, traceparent
  }

  /// - Parameter name: letters, digits, `-` and `_`.
  init?(_ name: ArraySlice<UInt8>) {
    if let header = PlainHeaders.table.header(name) {
      self = header
    } else if ForeignHeaders.contains(name), !PlainHeaders.isOfConnection(name) {
      self = .foreign
    } else {
      return nil
    }
  }
}

/// The headers of a plain request, by name.
package enum PlainHeaders {
  /// Headers that the server reads.
  static let read: [(name: String, header: PlainHeader)] = [
    ("host", .host),
    ("authorization", .common(.authorization)),
    ("x-api-key", .common(.apiKey)),
    ("accept-encoding", .common(.acceptEncoding)),
    ("accept-language", .common(.acceptLanguage)),
    ("content-type", .common(.contentType)),
    ("x-request-id", .own(.requestId)),
    ("if-none-match", .own(.ifNoneMatch)),
    ("x-forwarded-for", .own(.forwardedFor)),
    ("traceparent", .own(.traceparent)),
    ("connection", .connection),
  ]

  /// Where the body of a POST ends.
  static let ofBodies: [(name: String, header: PlainHeader)] = [("content-length", .contentLength)]

  package static var readNames: [String] { read.map(\.name) }

  /// Headers that apps, browsers, command-line clients and tracing send and the server does not read.
  package static let ignored: [String] = [
    // URLSession, okhttp, curl, and every browser.
    "accept", "accept-charset", "user-agent", "cache-control", "pragma",
    "priority", "cookie", "from", "if-modified-since",
    // Browsers and web views.
    "dnt", "sec-gpc", "save-data", "upgrade-insecure-requests", "x-requested-with",
    "sec-fetch-mode", "sec-fetch-dest", "sec-fetch-user", "sec-fetch-storage-access",
    "sec-purpose", "sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform",
    // Tracing: W3C, Zipkin, Jaeger, Sentry, Datadog, New Relic, Elastic.
    "tracestate", "baggage", "b3", "x-b3-traceid", "x-b3-spanid", "x-b3-parentspanid",
    "x-b3-sampled", "x-b3-flags", "uber-trace-id", "sentry-trace", "x-datadog-trace-id",
    "x-datadog-parent-id", "x-datadog-sampling-priority", "x-datadog-origin", "x-datadog-tags",
    "newrelic", "elastic-apm-traceparent", "x-correlation-id",
  ]

  /// The most frequent of `ForeignHeaders`, so that the table finds them at once.
  package static let foreign: [String] = [
    "forwarded", "via", "cdn-loop", "origin", "referer", "sec-fetch-site", "x-forwarded-proto",
    "x-forwarded-host", "x-forwarded-port", "x-forwarded-server", "x-forwarded-scheme",
    "x-real-ip", "x-scheme", "true-client-ip", "cf-connecting-ip", "cf-ray", "cf-visitor",
    "cf-ipcountry", "x-amzn-trace-id", "x-amz-cf-id", "x-cloud-trace-context",
    "x-envoy-external-address", "x-request-start", "fly-client-ip", "x-azure-clientip",
  ]

  static let table = PlainHeaderTable(
    read + ofBodies + ignored.map { ($0, .ignored) } + foreign.map { ($0, .foreign) })

  /// An option of the connection, which the framework handles.
  fileprivate static func isOfConnection(_ name: ArraySlice<UInt8>) -> Bool {
    name.count == proxyConnection.count && name.elementsEqual(proxyConnection) { $0 | 0x20 == $1 }
  }

  private static let proxyConnection = Array("proxy-connection".utf8)
}

/// A hash table from lowercase names to headers. A lookup allocates nothing.
struct PlainHeaderTable {
  private var names: [[UInt8]] = []
  private var headers: [PlainHeader] = []
  /// The index in the lists plus one; 0 is empty.
  private var slots = [UInt8](repeating: 0, count: 256)

  init(_ entries: [(name: String, header: PlainHeader)]) {
    precondition(entries.count < 128, "the table must have free slots")
    for (name, header) in entries {
      let name = Array(name.utf8)
      names.append(name)
      headers.append(header)
      var slot = Self.hash(name[...])
      while slots[slot] != 0 { slot = (slot + 1) & 255 }
      slots[slot] = UInt8(names.count)
    }
  }

  func header(_ name: ArraySlice<UInt8>) -> PlainHeader? {
    var slot = Self.hash(name)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if Self.isEqual(names[place], name) { return headers[place] }
      slot = (slot + 1) & 255
    }
    return nil
  }

  /// FNV-1a of the letters in lowercase.
  private static func hash(_ name: ArraySlice<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte | 0x20)) &* 16_777_619 }
    return Int((hash ^ hash >> 16) & 255)
  }

  private static func isEqual(_ word: [UInt8], _ name: ArraySlice<UInt8>) -> Bool {
    guard word.count == name.count else { return false }
    var index = name.startIndex
    for byte in word {
      guard byte == name[index] | 0x20 else { return false }
      index += 1
    }
    return true
  }
}
