/// Which requests are answered next to the socket, without the framework. The responses are the same.
package enum FastPath: CaseIterable, Sendable {
  /// None: every request goes through the framework.
  case off
  /// Plain GETs of a placement, each rendered anew; for tests.
  case withoutTemplates
  /// Plain GETs of a placement, rendered from a template where there is one.
  case on
}
