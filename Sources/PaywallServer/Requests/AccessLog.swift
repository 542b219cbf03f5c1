import Logging

/// Counts answers, and logs each at the level debug. It is the access log, and off by default: a line
/// costs more than most answers do, and a proxy writes one already. The content of a line is only put
/// together if it is written.
struct AccessLog: Sendable {
  let logger: Logger

  var isOn: Bool { logger.logLevel <= .debug }

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

  /// The caller has been told that it takes too long, and that was counted.
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
