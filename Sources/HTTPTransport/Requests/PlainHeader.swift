/// What a header means to a plain GET. A header that is on none of these lists sends the request to
/// the framework, so a body, a rule for the connection and whatever nobody thought of do.
package enum PlainHeader: Equatable {
  case host
  /// With whose key, or in which coding: equal for all requests of a shape.
  case common(Common)
  /// Other for every visitor or request.
  case own(Own)
  /// `keep-alive`, which is what HTTP/1.1 does anyway, and nothing else.
  case connection
  /// Tells of a proxy or of a web page; read where there are no keys, and there by the framework.
  case foreign
  /// Turns no answer.
  case passedOver

  package enum Common: Equatable {
    case authorization, apiKey, acceptEncoding
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

/// The headers of a plain GET by their names.
package enum PlainHeaders {
  /// Headers that somebody here reads.
  static let read: [(name: String, header: PlainHeader)] = [
    ("host", .host),
    ("authorization", .common(.authorization)),
    ("x-api-key", .common(.apiKey)),
    ("accept-encoding", .common(.acceptEncoding)),
    ("x-request-id", .own(.requestId)),
    ("if-none-match", .own(.ifNoneMatch)),
    ("x-forwarded-for", .own(.forwardedFor)),
    ("traceparent", .own(.traceparent)),
    ("connection", .connection),
  ]

  package static var readNames: [String] { read.map(\.name) }

  /// Headers that apps, browsers, command lines and tracing send with a GET, and that turn nothing.
  package static let passedOver: [String] = [
    // URLSession, okhttp, curl, and every browser.
    "accept", "accept-language", "accept-charset", "user-agent", "cache-control", "pragma",
    "priority", "cookie", "from", "content-type", "if-modified-since",
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

  /// Of `ForeignHeaders`, those that come with every request behind widespread proxies, so that they
  /// are found at once.
  package static let foreign: [String] = [
    "forwarded", "via", "cdn-loop", "origin", "referer", "sec-fetch-site", "x-forwarded-proto",
    "x-forwarded-host", "x-forwarded-port", "x-forwarded-server", "x-forwarded-scheme",
    "x-real-ip", "x-scheme", "true-client-ip", "cf-connecting-ip", "cf-ray", "cf-visitor",
    "cf-ipcountry", "x-amzn-trace-id", "x-amz-cf-id", "x-cloud-trace-context",
    "x-envoy-external-address", "x-request-start", "fly-client-ip", "x-azure-clientip",
  ]

  static let table = PlainHeaderTable(
    read + passedOver.map { ($0, .passedOver) } + foreign.map { ($0, .foreign) })

  /// About the connection to the next server, and so the framework's.
  fileprivate static func isOfConnection(_ name: ArraySlice<UInt8>) -> Bool {
    name.count == proxyConnection.count && name.elementsEqual(proxyConnection) { $0 | 0x20 == $1 }
  }

  private static let proxyConnection = Array("proxy-connection".utf8)
}

/// Names in lowercase and what each means, found by a hash. Made once; a look allocates nothing.
struct PlainHeaderTable {
  private var names: [[UInt8]] = []
  private var headers: [PlainHeader] = []
  /// The place in the lists, plus one; 0 is nobody.
  private var slots = [UInt8](repeating: 0, count: 256)

  init(_ entries: [(name: String, header: PlainHeader)]) {
    precondition(entries.count < 128, "the table has to have room")
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
