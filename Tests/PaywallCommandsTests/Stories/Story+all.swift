extension Story {
  /// With the seeds of the sample, `user-7` draws `trial` and `user-15` draws `control`
  /// (DecisionRules.md § 3); in the second phase, with the seed `0f0f0f0f`, `user-7` would draw
  /// `control`, and `user-0` and `user-15` draw `control` and `trial`: `StoryTests` calculates them.
  static let all = [
    login, twoDevices, aliases, conflict, phase, pause, end, holdout, erasure, restoration,
  ]

  private static let login = Story(
    title: "A log-in: the person keeps the variant of the device",
    steps: [
      .exposure("e-1", "control", of: device),
      .alias("user-15", "user-7"),
      .exposure("e-2", "control", of: both, is: "repeated"),
    ],
    told: [
      .shows("anonymousId=user-15", "control"),
      .shows("anonymousId=user-15&userId=user-7", "control"),
      // Only a client vouches for it: in other requests the user is another unit.
      .shows("userId=user-7", "trial", isRecorded: false),
    ],
    kept: [
      "record user-15 1 control ×2", "alias user-15 user-7 client", "phase 1 running",
      "exposed 1 control ×1",
    ])

  private static let twoDevices = Story(
    title: "Two devices: the second shows what the first has shown",
    steps: [
      .exposure("e-1", "control", of: device),
      .alias("user-15", "user-7", as: "server"),
      .exposure("e-2", "control", of: #""anonymousId":"user-0","userId":"user-7""#, is: "repeated"),
    ],
    told: [
      .exposure(
        "e-3", "trial", of: #""anonymousId":"user-0","userId":"user-7""#,
        is: "variantMismatch otherVariant"),
      .shows("anonymousId=user-0&userId=user-7", "control"), .shows("userId=user-7", "control"),
    ],
    kept: [
      "record user-15 1 control ×2", "alias user-15 user-7 server", "phase 1 running",
      "exposed 1 control ×1",
    ])

  private static let aliases = Story(
    title: "An alias: the first user of a device keeps it",
    steps: [
      .alias("user-15", "user-7"),
      .alias("user-15", "user-20", is: "aliasTaken"),
      .exposure("e-1", "control", of: #""anonymousId":"user-15","userId":"user-20""#),
      .exposure("e-2", "trial", of: both),
    ],
    told: [
      .shows("userId=user-20", "control"),
      .shows("anonymousId=user-15&userId=user-7", "trial"),
    ],
    kept: [
      "record user-20 1 control ×1", "record user-7 1 trial ×1",
      "alias user-15 user-7 client contested", "phase 1 running", "exposed 1 control ×1",
      "exposed 1 trial ×1",
    ])

  private static let conflict = Story(
    title: "A conflict: a log-in that shows one person two variants is told of once",
    steps: [
      .exposure("e-1", "control", of: device),
      .exposure("e-2", "trial", of: user),
      .exposure("e-3", "trial", of: both, is: "repeated"),
      .exposure("e-4", "trial", of: both, is: "repeated"),
    ],
    told: [.shows("anonymousId=user-15&userId=user-7", "trial")],
    kept: [
      "record user-15 1 control ×1", "record user-7 1 trial ×3",
      "conflict login user-15 control before user-7 trial", "phase 1 running",
      "exposed 1 control ×1", "exposed 1 trial ×1",
    ])

  private static let phase = Story(
    title:
      "The restart of a phase: assignments stay, and late claims are judged by their own phase",
    steps: [
      .exposure("e-1", "trial", of: user, at: -600),
      .edit([("seed: 7f3a9c21", "seed: 0f0f0f0f\nphase: 2"), (start, "start: @-300")]),
      .exposure("e-2", "control", of: #""userId":"user-0""#, phase: 2),
      .exposure("e-3", "control", of: #""userId":"user-15""#, at: -600),
    ],
    told: [
      .exposure(
        "e-4", "trial", of: #""userId":"user-20""#, at: -600, is: "variantMismatch otherVariant"),
      .shows("userId=user-7", "trial", isExposure: false),
      .shows("userId=user-0", "control", phase: 2),
      .shows("userId=user-17", "trial", phase: 2, isRecorded: false),
    ],
    kept: [
      "record user-7 1 trial ×1", "record user-0 2 control ×1",
      "record user-15 1 control ×1 afterEnd",
      "phase 1 running", "phase 1 restarted", "phase 2 running", "exposed 1 control ×1",
      "exposed 1 trial ×1", "exposed 2 control ×1",
    ])

  private static let pause = Story(
    title: "A pause: all visitors are shown the control, and the variants come back",
    steps: [
      .exposure("e-1", "trial", of: user),
      .edit([("status: running", "status: paused")]),
      .send(.shows("userId=user-7", "control", isExposure: false), again: #""variant":"control""#),
      // The exposure is rendered as it is sent, in the pause.
      .exposure("e-2", "trial", of: #""userId":"user-52""#, at: 0),
      .edit([("status: paused", "status: running")]),
    ],
    told: [.shows("userId=user-7", "trial"), .shows("userId=user-52", "trial")],
    kept: [
      "record user-7 1 trial ×1", "record user-52 1 trial ×1 duringPause", "phase 1 running",
      "phase 1 paused", "phase 1 running", "exposed 1 trial ×2",
    ])

  private static let end = Story(
    title: "An end: late exposures count, and no visitor is enrolled",
    steps: [
      .exposure("e-1", "trial", of: user, at: -600),
      .edit([("status: running", "status: stopped"), (", end: @end", ", end: @-300")]),
      .exposure("e-2", "control", of: #""userId":"user-15""#, at: -600),
    ],
    told: [
      .exposure("e-3", "control", of: #""userId":"user-20""#, at: -60, is: "outsidePhase"),
      .exposure(
        "e-4", "control", of: #""userId":"user-6""#, at: -600, is: "variantMismatch otherVariant"),
      .shows("userId=user-7", "trial", isExposure: false), .shows("userId=user-20", by: "default"),
    ],
    kept: [
      "record user-7 1 trial ×1", "record user-15 1 control ×1 afterEnd", "phase 1 running",
      "phase 1 stopped", "exposed 1 control ×1", "exposed 1 trial ×1",
    ])

  private static let device = #""anonymousId":"user-15""#
  private static let user = #""userId":"user-7""#
  private static let both = device + "," + user
  private static let start = "start: @start"
}
