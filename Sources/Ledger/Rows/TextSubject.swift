/// Whom a kept text is about, so that it is found and erased with them.
package enum TextSubject: Hashable, Sendable {
  case line(LineRow.Number)
  case customer(CustomerRow.Number)
  /// A test, a summary, or a transaction without the ids that would tell.
  case nobody
}
