/// Which persons a metric may count: those whose window from the first exposure has closed. Times are
/// milliseconds since 1970, lengths milliseconds.
package struct Maturity: Hashable, Sendable {
  package var window: Int64

  package init(window: Int64) { self.window = window }

  package static let day: Int64 = 86_400_000

  /// The moment the window of a person closes, which is the first moment that they count.
  package func closes(exposedAt exposure: Int64) -> Int64 {
    let (moment, isTooLate) = exposure.addingReportingOverflow(window)
    return isTooLate ? .max : moment
  }

  /// Whether a person counts: something that happens when the window closes is outside of it.
  package func isMature(exposedAt exposure: Int64, at now: Int64) -> Bool {
    closes(exposedAt: exposure) <= now
  }

  /// Whether what happened belongs to the metric.
  package func contains(_ event: Int64, exposedAt exposure: Int64) -> Bool {
    exposure <= event && event < closes(exposedAt: exposure)
  }

  /// When the number does not change any more: when the window of the last exposure closes. Enrolment
  /// that goes on moves it.
  package func finalAt(lastExposure: Int64) -> Int64 { closes(exposedAt: lastExposure) }
}
