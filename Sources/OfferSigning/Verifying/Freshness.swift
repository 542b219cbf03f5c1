/// Whether a signing time is one that the App Store still accepts.
enum Freshness {
  /// Source: AppleFacts.md § 7.1. For a JWS Apple publishes no
  /// length; the same is taken there.
  static let lifetime: Int64 = 24 * 3_600_000
  /// The tolerated difference of clocks, five minutes: our choice.
  static let skew: Int64 = 5 * 60_000
  /// A time within ten years of now is assumed to be in that unit.
  private static let era: Int64 = 10 * 365 * 24 * 3_600_000

  /// - Parameters: both in UNIX milliseconds.
  static func findings(timestamp: Int64, now: Int64) -> [Diagnosis] {
    let (inSeconds, overflow) = timestamp.multipliedReportingOverflow(by: 1_000)
    if !overflow, isNear(inSeconds, now), !isNear(timestamp, now) {
      return [
        Diagnosis(
          .timestampInSeconds, .timestamp, expected: String(inSeconds), seen: String(timestamp))
      ]
    }
    return age(of: timestamp, field: OfferField.timestamp.rawValue, now: now)
  }

  /// - Parameters: `time` and `now` in UNIX milliseconds.
  static func age(of time: Int64, field: String, now: Int64) -> [Diagnosis] {
    let (age, overflow) = now.subtractingReportingOverflow(time)
    if overflow ? time < 0 : age > lifetime {
      let seen = overflow ? "far older" : "\(age / 60_000) minutes old"
      return [Diagnosis(.stale, field, expected: "at most 24 hours old", seen: seen)]
    }
    if overflow || age < -skew {
      let seen = overflow ? "far in the future" : "\(-age / 60_000) minutes ahead of now"
      return [Diagnosis(.inFuture, field, expected: "not after now", seen: seen)]
    }
    return []
  }

  static func isNear(_ time: Int64, _ now: Int64) -> Bool {
    let (distance, overflow) = time.subtractingReportingOverflow(now)
    return !overflow && abs(distance) < era
  }
}
