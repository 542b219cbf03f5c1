/// Which requests the connection answers without the framework. Responses are the same.
package enum FastPath: CaseIterable, Sendable {
  /// None: every request goes through the framework.
  case off
  /// Plain requests are rendered each time; for tests.
  case withoutTemplates
  /// Plain requests are rendered from a template if there is one.
  case on
}
