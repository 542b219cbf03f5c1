import Logging

/// Counts responses, and logs each at the debug level. This access log is off by default: a line
/// costs more than most responses do, and a proxy writes one already. A line is built only if it is
/// written.
struct AccessLog: Sendable {
  let logger: Logger

  func finish(
    _ meter: RouteMeter, _ status: Int, since start: ContinuousClock.Instant,
    _ entry: RequestScope.Entry
  ) {
    let nanoseconds = (ContinuousClock.now - start).nanoseconds
    meter.answered(status, nanoseconds: nanoseconds)
    logger.debug(
      "answered",
      metadata: entry.metadata([
        "method": "\(meter.method.rawValue)", "route": "\(meter.route)",
        "status": "\(status)", "microseconds": "\(nanoseconds / 1000)",
      ]))
  }

  /// The timeout response was sent and counted before.
  func noteTooLate(
    _ meter: RouteMeter, since start: ContinuousClock.Instant, _ entry: RequestScope.Entry
  ) {
    logger.warning(
      "answered too late",
      metadata: entry.metadata([
        "method": "\(meter.method.rawValue)", "route": "\(meter.route)",
        "microseconds": "\((ContinuousClock.now - start).nanoseconds / 1000)",
      ]))
  }
}
