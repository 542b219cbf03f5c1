/// The format of a log line.
package enum LogFormat: String, CaseIterable, Sendable {
  case text, json
}
