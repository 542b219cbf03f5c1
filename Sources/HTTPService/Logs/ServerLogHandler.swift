package import Logging
package import PaywallCatalog
import PaywallTextCoding
import Synchronization

/// One line per event, as text for people or as JSON for machines.
package struct ServerLogHandler: LogHandler {
  package var metadata: Logger.Metadata = [:]
  package var logLevel: Logger.Level
  private let label: String
  private let format: LogFormat
  private let sink: LogSink
  private let now: @Sendable () -> Timestamp

  package init(
    label: String, level: Logger.Level, format: LogFormat, sink: LogSink,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.label = label
    self.logLevel = level
    self.format = format
    self.sink = sink
    self.now = now
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var fields = event.metadata ?? [:]
    if let provided = metadataProvider?.get() { fields.merge(provided) { own, _ in own } }
    fields.merge(metadata) { own, _ in own }
    let sorted = fields.sorted { $0.key < $1.key }
    switch format {
    case .text:
      var line = "\(now().logged) \(event.level.rawValue) \(label): \(event.message)"
      for (key, value) in sorted { line += " \(key)=\(plain(value))" }
      sink.write(oneLine(line))
    case .json:
      let json = JSONText { json in
        json.raw("{\"time\":")
        json.string(now().logged)
        json.raw(",\"level\":")
        json.string(event.level.rawValue)
        json.raw(",\"logger\":")
        json.string(label)
        json.raw(",\"message\":")
        json.string(event.message.description)
        for (key, value) in sorted {
          json.raw(",")
          json.string(Self.own.contains(key) ? "_\(key)" : key)
          json.raw(":")
          json.metadata(value)
        }
        json.raw("}")
      }
      sink.write(String(decoding: json.bytes, as: UTF8.self))
    }
  }

  package var metadataProvider: Logger.MetadataProvider?

  /// Members of every line; metadata with such a name gets a `_` prefix.
  private static let own: Set<String> = ["time", "level", "logger", "message"]
}

extension Logger {
  /// A logger of a program, for people or machines.
  ///
  /// - Parameter name: the name of the program, in every line.
  package init(
    of name: String, level: Logger.Level = .info, format: LogFormat = .text,
    sink: LogSink = .standardError, now: @escaping @Sendable () -> Timestamp = SystemClock.now
  ) {
    self.init(label: name) { label in
      ServerLogHandler(label: label, level: level, format: format, sink: sink, now: now)
    }
  }
}

extension Timestamp {
  /// RFC 3339 in UTC, always with milliseconds: lines sort by it as text.
  fileprivate var logged: String {
    let text = rfc3339
    return milliseconds % 1000 == 0 ? "\(text.dropLast()).000Z" : text
  }
}

/// Removes line breaks and other controls, which printable ASCII has none of: a sender's text can
/// neither begin a line nor control a terminal.
private func oneLine(_ text: String) -> String {
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  return text.map { character in
    if character.isNewline { return "⏎" }
    let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isControl ? "�" : String(character)
  }.joined()
}

/// A quote in it does not end it.
private func quoted(_ text: String) -> String {
  let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
  return "\"\(parts.joined(separator: "\\\""))\""
}

private func plain(_ value: Logger.Metadata.Value) -> String {
  switch value {
  case .string(let text): text.utf8.contains(0x20) ? quoted(text) : text
  case .stringConvertible(let value): value.description
  case .array(let values): "[\(values.map(plain).joined(separator: ", "))]"
  case .dictionary(let values):
    "{\(values.sorted { $0.key < $1.key }.map { "\($0.key): \(plain($0.value))" }.joined(separator: ", "))}"
  }
}

extension JSONText {
  fileprivate mutating func metadata(_ value: Logger.Metadata.Value) {
    switch value {
    case .string(let text): string(text)
    case .stringConvertible(let value): string(value.description)
    case .array(let values): list(values) { $0.metadata($1) }
    case .dictionary(let values):
      raw("{")
      for (index, member) in values.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { raw(",") }
        string(member.key)
        raw(":")
        metadata(member.value)
      }
      raw("}")
    }
  }
}
