import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding

extension PreparedRelease {
  /// The response to a visitor's question about one placement, or about several together.
  ///
  /// - Parameters:
  ///   - ignored: a further member with its comma, if any.
  ///   - moment: at which a placement's offers are shown.
  func answer(
    _ decisions: [Decision], asked: AskedPlacements, for visitor: Visitor,
    user: UserStanding = .counts, ignored: [UInt8] = [],
    at moment: (String) -> Timestamp
  ) -> PreparedAnswer {
    switch asked {
    case .one(let placement):
      return answer(
        decisions[0], for: visitor, user: user, ignored: ignored,
        at: moment(placement))
    case .several:
      let answers = decisions.map {
        answer($0, for: visitor, user: user, at: moment($0.placement))
      }
      return PreparedAnswer(joining: answers, ignored: ignored)
    }
  }
}

extension PreparedAnswer {
  /// Several answers in one: `{"placements":[…],"revision":"…"}`, valid until the first one
  /// expires.
  ///
  /// - Parameter ignored: a further member with its comma, if any.
  init(joining answers: [PreparedAnswer], ignored: [UInt8] = []) {
    var json = JSONText()
    json.raw("{\"placements\":")
    json.list(answers) { $0.raw($1.body) }
    json.raw(ignored)
    self.init(
      open: json.bytes, validUntil: answers.compactMap(\.validUntil).min(),
      isDegraded: answers.contains(where: \.isDegraded),
      variesByLanguage: answers.contains(where: \.variesByLanguage))
  }
}
