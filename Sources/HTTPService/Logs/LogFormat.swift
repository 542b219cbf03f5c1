/// How a log line is written.
package enum LogFormat: String, CaseIterable, Sendable {
  case text, json
}
