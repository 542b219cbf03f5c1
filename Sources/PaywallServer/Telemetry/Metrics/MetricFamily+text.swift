extension Sequence<MetricFamily> {
  /// The Prometheus text exposition format 0.0.4, families by name.
  package var metricsText: String {
    var text = ""
    for family in sorted(by: { $0.name < $1.name }) where !family.samples.isEmpty {
      text += "# HELP \(family.name) \(escaped(family.help, quotes: false))\n"
      text += "# TYPE \(family.name) \(family.kind.rawValue)\n"
      for sample in family.samples {
        text += "\(family.name)\(sample.suffix)\(braced(sample.labels)) \(number(sample.value))\n"
      }
    }
    return text
  }
}

private func braced(_ labels: [MetricLabel]) -> String {
  guard !labels.isEmpty else { return "" }
  let pairs = labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
  return "{\(pairs.joined(separator: ","))}"
}

private func escaped(_ text: String, quotes: Bool) -> String {
  var bytes: [UInt8] = []
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "\\"): bytes += "\\\\".utf8
    case UInt8(ascii: "\n"): bytes += "\\n".utf8
    case UInt8(ascii: "\"") where quotes: bytes += "\\\"".utf8
    default: bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Whole numbers without a point.
private func number(_ value: Double) -> String {
  if let whole = Int64(exactly: value) { return String(whole) }
  if value.isNaN { return "NaN" }
  if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
  return "\(value)"
}
