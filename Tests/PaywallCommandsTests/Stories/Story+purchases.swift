extension Story {
  /// `user-55` would draw the control, if it were not held out.
  static let holdout = Story(
    title: "A holdout: who is kept out of the experiment is told of, and enrolled by nothing",
    steps: [
      .heldOut("e-1", of: #""userId":"user-55""#),
      .heldOut("e-2", of: #""userId":"user-55""#),
      .restore,
    ],
    told: [
      Question(
        request: "GET /v1/placements/onboarding?country=GB&userId=user-55",
        answer: #""notEnrolled":"heldOut","heldOutOf":{"id":"annual-trial","phase":1}"#),
      .exposure("e-3", "control", of: #""userId":"user-55""#, is: "variantMismatch heldOut"),
    ],
    kept: ["held out user-55 1 ×2", "phase 1 running", "exposed 1 heldOut ×1"],
    shown: (["user-55", "--user"], "user-55"))

  static let erasure = Story(
    title: "An erasure: nothing names the person, and the totals stay",
    steps: [
      .exposure("e-1", "trial", of: #""userId":"user-7""#),
      .exposure("e-2", "trial", of: #""userId":"user-52""#),
      .purchase(#""userId":"user-7","attributes":{"userId":"user-7"}"#, as: "server"),
      .send(
        Question(
          request: "DELETE /v1/customers/user-7?by=userId", role: "server",
          answer: #"{"erased":1}"#), again: "unknownCustomer"),
    ],
    told: [
      .shows("userId=user-7", "trial", isRecorded: false), .shows("userId=user-52", "trial"),
      Question(
        request: "POST /v1/customer", body: #"{"customer":{"userId":"user-7"}}"#, role: "server",
        status: 404, answer: "unknownCustomer"),
    ],
    kept: [
      "record user-52 1 trial ×1", "erased 1 trial ×1", "remnant", "phase 1 running",
      "exposed 1 trial ×2",
    ], shown: (["user-7", "--user"], nil))

  static let restoration = Story(
    title: "A restoration: a ledger that was exported and imported goes on where it was",
    steps: [
      .exposure("e-1", "control", of: #""anonymousId":"user-15""#),
      .exposure("e-2", "trial", of: #""userId":"user-7""#),
      .purchase(#""anonymousId":"user-15""#),
      .restore,
      .exposure("e-2", "trial", of: #""userId":"user-7""#, is: "already"),
      .exposure("e-3", "trial", of: #""anonymousId":"user-15","userId":"user-7""#, is: "repeated"),
      .alias("user-15", "user-7", as: "server"),
      .restore,
    ],
    told: [
      .shows("anonymousId=user-15", "control"),
      .shows("anonymousId=user-15&userId=user-7", "trial"),
      Question(
        request: "POST /v1/customer", body: #"{"transactions":["@bought"]}"#,
        answer: #""state":"subscribed""#),
    ],
    kept: [
      "text transaction", "record user-15 1 control ×1 conflict",
      "record user-7 1 trial ×2 conflict",
      "sighting user-15 anonymousId transaction", "alias user-15 user-7 server",
      "conflict login user-15 control before user-7 trial",
      "conflict alias user-15 control before user-7 trial", "phase 1 running",
      "exposed 1 control ×1", "exposed 1 trial ×1",
    ], shown: (["704000000000010001"], "pro: subscribed, pro_monthly"))
}
