import PaywallCatalog
import PaywallTextCoding

extension Timestamp: BundleWritable {
  /// RFC 3339; as milliseconds only if the year does not have four digits.
  func write(to writer: inout BundleWriter) {
    let text = rfc3339
    if Timestamp(rfc3339: text) == self {
      writer.json.string(text)
    } else {
      writer.json.integer(milliseconds)
    }
  }
}

extension TimeWindow: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("start", start)
    writer.member("end", end)
  }
}

extension Period: BundleWritable {
  /// ISO 8601, or its parts if ISO 8601 would be read differently.
  func write(to writer: inout BundleWriter) {
    let text = description
    guard Period(iso8601: text) != self else { return writer.json.string(text) }
    writer.object { writer in
      writer.member("months", months)
      writer.member("days", days)
      writer.member("seconds", seconds)
    }
  }
}

extension BasisPoints: BundleWritable {
  func write(to writer: inout BundleWriter) { writer.json.integer(value) }
}

extension Slice: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
    writer.member("start", start)
    writer.member("end", end)
  }
}

extension Show: BundleWritable {
  /// The id of the paywall; `null` is nothing.
  func write(to writer: inout BundleWriter) {
    switch self {
    case .paywall(let id): writer.json.string(id)
    case .nothing: writer.json.raw("null")
    }
  }
}
