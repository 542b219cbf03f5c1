import Testing

/// What happens to some visitors, step by step, and what is then known of it. The server is killed
/// after every step that it acknowledged, and started again.
struct Story: CustomTestStringConvertible {
  let title: String
  let steps: [Step]
  /// Asked at the end, from one server.
  let told: [Question]
  /// What the ledger's export says in the end, in the words of `LedgerSummary`; nothing else.
  let kept: [String]
  /// What `paywall ledger show` is asked for, and what it then prints; `nil` if no such customer is known.
  var shown: (customer: [String], text: String?)?

  var testDescription: String { title }

  /// Something that a client does, or that is done to the server.
  enum Step {
    /// A request, what its answer holds, and what the same request is answered after the kill.
    case send(Question, again: String)
    /// Texts of the experiment's file that are replaced, and the reload of it.
    case edit([(old: String, new: String)])
    /// The ledger is exported, and the server goes on with another one into which this was imported.
    case restore
  }

  /// A request, and what its answer holds. `@-60` is a minute before the story, and `@bought` what the
  /// App Store signed for a purchase.
  struct Question {
    var request: String
    var body: String?
    var role = "client"
    var status = 200
    var answer: String
  }
}

extension Story.Question {
  /// What is shown at the placement.
  static func shows(
    _ query: String, _ variant: String, phase: Int = 1, isRecorded: Bool = true,
    isExposure: Bool = true
  ) -> Story.Question {
    Story.Question(
      request: "GET /v1/placements/onboarding?country=GB&\(query)",
      answer: #""experiment":{"id":"annual-trial","variant":"\#(variant)","phase":\#(phase),"#
        + #""recorded":\#(isRecorded)\#(isExposure ? "" : #","exposure":false"#)}"#)
  }

  /// What is shown without an experiment.
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
  ///   - seconds: when it was rendered.
  ///   - outcome: with a reason behind a space.
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
  /// An exposure that is kept: after the kill it is there.
  static func exposure(
    _ id: String, _ variant: String, of ids: String, phase: Int = 1, at seconds: Int = -60,
    is outcome: String = "recorded"
  ) -> Story.Step {
    .send(
      .exposure(id, variant, of: ids, phase: phase, at: seconds, is: outcome),
      again: #""outcome":"already""#)
  }

  /// That a visitor who is held out was shown the placement.
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
