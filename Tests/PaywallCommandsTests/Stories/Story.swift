import Testing

/// The actions of some visitors, step by step, and the facts that are then known. The server is
/// killed after every step that it acknowledged, and started again.
struct Story: CustomTestStringConvertible {
  let title: String
  let steps: [Step]
  /// The questions at the end, to one server.
  let told: [Question]
  /// The whole export of the ledger in the end, in the words of `LedgerSummary`.
  let kept: [String]
  /// The arguments of `paywall ledger show`, and its output; `nil` if no such customer is known.
  var shown: (customer: [String], text: String?)?

  var testDescription: String { title }

  /// An action of a client, or one on the server.
  enum Step {
    /// A request with its answer, and the answer to the same request after the kill.
    case send(Question, again: String)
    /// Texts of the experiment's file that are replaced before a reload.
    case edit([(old: String, new: String)])
    /// The ledger is exported, and the server goes on with another one into which this was imported.
    case restore
  }

  /// A request, and a part of its answer. `@-60` is a minute before the story, and `@bought` the
  /// App Store's text for a purchase.
  struct Question {
    var request: String
    var body: String?
    var role = "client"
    var status = 200
    var answer: String
  }
}

extension Story.Question {
  /// A question with the variant that the placement shows.
  static func shows(
    _ query: String, _ variant: String, phase: Int = 1, isRecorded: Bool = true,
    isExposure: Bool = true
  ) -> Story.Question {
    Story.Question(
      request: "GET /v1/placements/onboarding?country=GB&\(query)",
      answer: #""experiment":{"id":"annual-trial","variant":"\#(variant)","phase":\#(phase),"#
        + #""recorded":\#(isRecorded)\#(isExposure ? "" : #","exposure":false"#)}"#)
  }

  /// A question with the reason that no experiment is shown.
  static func shows(_ query: String, by reason: String) -> Story.Question {
    Story.Question(
      request: "GET /v1/placements/onboarding?country=GB&\(query)",
      answer: #""reason":"\#(reason)""#)
  }
}

extension Story.Question {
  /// An exposure.
  ///
  /// - Parameters:
  ///   - ids: members of the attributes.
  ///   - seconds: the time at which it was rendered.
  ///   - outcome: the outcome, with a reason after a space.
  static func exposure(
    _ id: String, _ variant: String, of ids: String, phase: Int = 1, at seconds: Int = -60,
    is outcome: String
  ) -> Story.Question {
    let words = outcome.split(separator: " ")
    let moment = seconds == 0 ? "@sent" : "@\(seconds)"
    return Story.Question(
      request: "POST /v1/exposures",
      body: #"{"attributes":{"country":"GB",\#(ids)},"exposures":[{"id":"\#(id)","#
        + #""experiment":"annual-trial","variant":"\#(variant)","phase":\#(phase),"#
        + #""placement":"onboarding","at":"\#(moment)"}],"sentAt":"@sent"}"#,
      answer: #"{"exposures":[{"id":"\#(id)","outcome":"\#(words.first ?? "")""#
        + words.dropFirst().map { #","reason":"\#($0)""# }.joined() + "}]}")
  }
}

extension Story.Step {
  /// An exposure that is kept: it is still there after the kill.
  static func exposure(
    _ id: String, _ variant: String, of ids: String, phase: Int = 1, at seconds: Int = -60,
    is outcome: String = "recorded"
  ) -> Story.Step {
    .send(
      .exposure(id, variant, of: ids, phase: phase, at: seconds, is: outcome),
      again: #""outcome":"already""#)
  }

  /// A report that the placement was shown to a visitor who is held out.
  static func heldOut(_ id: String, of ids: String) -> Story.Step {
    .send(
      Story.Question(
        request: "POST /v1/exposures",
        body: #"{"attributes":{"country":"GB",\#(ids)},"exposures":[{"id":"\#(id)","#
          + #""heldOut":true,"experiment":"annual-trial","phase":1,"placement":"onboarding","#
          + #""at":"@-60"}],"sentAt":"@sent"}"#,
        answer: #""outcome":"heldOut""#), again: #""outcome":"already""#)
  }

  static func alias(
    _ anonymous: String, _ user: String, as role: String = "client", is outcome: String = "new"
  ) -> Story.Step {
    let isTaken = outcome == "aliasTaken"
    return .send(
      Story.Question(
        request: "POST /v1/aliases",
        body: #"{"anonymousId":"\#(anonymous)","userId":"\#(user)"}"#, role: role,
        status: isTaken ? 409 : 200, answer: outcome), again: isTaken ? outcome : "already")
  }

  /// The purchase, sent by an app with its anonymous id, or linked to a user by the team's server.
  static func purchase(_ members: String, as role: String = "client") -> Story.Step {
    .send(
      Story.Question(
        request: "POST /v1/transactions", body: #"{"transactions":["@bought"],\#(members)}"#,
        role: role, answer: #""state":"subscribed""#), again: #""state":"subscribed""#)
  }
}
