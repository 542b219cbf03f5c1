import PaywallCatalog

extension TimelineRelease {
  package init(_ row: some LedgerRow) throws {
    self.init(release: try row.plain(0), firstServedAt: row.moment(1) ?? .epoch)
  }
}

extension TimelineEvent {
  private static let holdout = "holdout"
  private static let releasePart = "release"

  /// An experiment, a phase, a part, a value, a time and a release.
  ///
  /// - Returns: `nil` for a part that a newer server follows.
  package static func of(_ row: some LedgerRow) throws -> TimelineEvent? {
    let subject: Subject
    switch try row.plain(2) {
    case holdout: subject = .holdout
    case releasePart: subject = .release
    case let word:
      if let kind = PhaseFinding.Kind(rawValue: word) {
        subject = .finding(experiment: try row.required(0), number: row.int(1), kind)
        break
      }
      guard let part = PhaseState.Part(rawValue: word) else { return nil }
      subject = .phase(experiment: try row.required(0), number: row.int(1), part)
    }
    return TimelineEvent(
      subject, try row.plain(3), at: row.moment(4) ?? .epoch, release: try row.plain(5))
  }

  /// In the order of the columns; the release by its name.
  ///
  /// - Parameter text: how a text from outside is stored.
  package func cells(_ text: (String?) -> SQLValue) -> [SQLValue] {
    let key: [SQLValue] =
      switch subject {
      case .holdout: [.null, .null, .text(Self.holdout)]
      // The table takes null for the holdout only.
      case .release: [.text(""), .integer(0), .text(Self.releasePart)]
      case .phase(let experiment, let number, let part):
        [text(experiment), PlainCell.number(number), .text(part.rawValue)]
      case .finding(let experiment, let number, let kind):
        [text(experiment), PlainCell.number(number), .text(kind.rawValue)]
      }
    return key + [.text(value), PlainCell.moment(at), .text(release)]
  }
}
