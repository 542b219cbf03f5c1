import PaywallCatalog

extension Schema {
  /// RFC 9457. Each operation narrows `code` to its own.
  static let problem = object([
    .always("type", text(matching: "^urn:paywall:problem:[A-Za-z]+$")),
    .always("title", text, "The same for every problem of the code."),
    .always("status", integer(from: 400, to: 599)),
    .always("detail", text, "What is wrong with this request, and what to do next."),
    .always("code", words(of: Problem.Code.self), "The word for programs; it never changes."),
    .maybe("field", text, "The member, query item or header that is at fault."),
    .maybe("line", integer(from: 1), "In the body."),
    .maybe("column", integer(from: 1), "In Unicode scalars."),
    .maybe("reason", text, "A stable word that tells apart why."),
    .maybe("grantedUntil", moment, "When the grant lapses that stands in the way."),
  ]).described("A problem document (RFC 9457).")

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
      "How long: an ISO 8601 period or whole seconds, at most \(Limits.previewDays) days; an hour without it."
    ),
  ])

  static let previewToken = object([
    .always("token", text), .maybe("experiment", text, "Of the variant."),
    .always("expires", moment),
  ])

  static let liveness = object([.always("status", words(["live"]))])

  static let readiness = object([
    .always("status", words(["ready", "degraded", "shuttingDown"])), releaseMember,
    .always(
      "reasons",
      list(
        of: object([
          .always("code", words(ReadinessReason.codes)),
          .always(
            "weight", words(of: ReadinessReason.Weight.self),
            "`note`: something is not set up, everything else works. The heaviest makes the status."
          ),
          .always("detail", text),
        ])), "What is not as it should be."),
    .maybe(
      "node",
      object([
        .always("id", text, "Of its state folder."), .always("version", text),
        .maybe(
          "clockMilliseconds", integer(),
          "By how much its clock is at least ahead of the database's; negative behind it."),
        .maybe(
          "lagMilliseconds", integer(from: 0),
          "Since the changes of other servers were read."),
      ]), "The server among those that share its ledger on PostgreSQL."),
  ])

  static let status = object([
    releaseMember,
    .always("condition", words(conditions), "How the release came to be served."),
    .always(
      "diagnostics", list(of: text), "What stands between the folder and being served."),
    .always("paywalls", integer(from: 0)), .always("experiments", integer(from: 0)),
    .always("placements", integer(from: 0)),
    .always("signing", words(["none", "throwAway", "configured"])),
    .always("ledger", words(["available", "unavailable", "readOnly"])),
    .maybe("lateRedemptions", integer(from: 0), "Redemptions that came after their grant lapsed."),
  ])

  static let reloaded = object([
    releaseMember, .always("changed", boolean, "The release is another one than before."),
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
