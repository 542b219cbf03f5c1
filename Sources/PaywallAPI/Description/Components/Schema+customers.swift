import HTTPDocuments

extension Schema {
  static let kept = object([
    .always("kept", integer(from: 0), "Renewal infos that were kept; they name no customer."),
    leftOut,
  ])

  static let erased = object([
    .always(
      "erased", integer(from: 0),
      "How many customers were forgotten; none if a visitor who bought nothing was.")
  ])

  static let notificationOutcome = object([
    .always(
      "status", words(["new", "already", "keptAside"]),
      "`already` changed nothing. `keptAside`: no section names an app, so it is kept without effect."
    )
  ])
}
