import HTTPDocuments

extension Schema {
  static let previewOrder = question([
    .always("placement", text, "The placement that shows it."),
    .maybe("variant", text, "The name of the variant; required without `at`."),
    .maybe(
      "at", moment,
      "Show what the visitor would get at this moment, by its rules and schedules. Without `variant` and `experiment`."
    ),
    .maybe(
      "experiment", text, "Needed where several experiments at the placement have the variant."),
    .maybe(
      "for", any([period, integer(from: 1)]),
      "The lifetime: an ISO 8601 period or whole seconds, at most \(Limits.previewDays) days; an hour by default."
    ),
  ])

  static let previewToken = object([
    .always("token", text), .maybe("experiment", text, "The experiment of the variant."),
    .always("expires", moment),
  ])

  static let liveness = object([.always("status", words(["live"]))])

  static let status = object([
    releaseMember,
    .always("condition", words(conditions), "The condition of the release that is served."),
    .always(
      "diagnostics", list(of: text), "The mistakes that keep the folder from being served."),
    .always("paywalls", integer(from: 0)), .always("experiments", integer(from: 0)),
    .always("placements", integer(from: 0)),
    .always("signing", words(["none", "throwAway", "configured"])),
    .always("ledger", words(["available", "unavailable", "readOnly"])),
    .maybe("lateRedemptions", integer(from: 0), "Redemptions that came after their grant lapsed."),
  ])

  static let reloaded = object([
    releaseMember, .always("changed", boolean, "True if the release differs from the one before."),
  ])

  private static let releaseMember = Property.always("release", text(matching: "^[0-9a-f]{64}$"))

  private static let conditions =
    [ReleaseCondition.current.name] + ReleaseCondition.troubles.map(\.name)

  /// ISO 8601, whole numbers of at most six digits.
  private static let period = text(
    matching:
      "^P(?=[0-9T])([0-9]{1,6}Y)?([0-9]{1,6}M)?([0-9]{1,6}W)?([0-9]{1,6}D)?(T(?=[0-9])([0-9]{1,6}H)?([0-9]{1,6}M)?([0-9]{1,6}S)?)?$"
  )
}
