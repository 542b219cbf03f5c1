internal import PaywallCatalog

extension JSONSchema {
  /// A file of `Experiments`.
  static func experiment(in folder: Folder) -> JSONSchema {
    let started = ExperimentStatus.allCases.filter { $0 != .draft }.map(\.rawValue)
    return JSONSchema.object(
      ExperimentKey.self, required: [.status, .placement, .variants]
    ) { value(of: $0, in: folder) }
    .holding([
      .when(ExperimentKey.status, is: started, needs: [.seed]),
      .rule(
        if: .has(ExperimentKey.status, ["enum": .texts([ExperimentStatus.stopped.rawValue])]),
        then: .anyOf([
          .needs([ExperimentKey.until]),
          .has(ExperimentKey.schedule, .needs([FormerScheduleKey.end])),
        ])),
      .rule(if: .needs([ExperimentKey.slice]), then: .needs([ExperimentKey.layer])),
    ])
  }

  private static func value(of key: ExperimentKey, in folder: Folder) -> JSONSchema {
    switch key {
    case .title: .ref("text").described("What it is called, for people.")
    case .hypothesis: .ref("text").described("What you expect, and why.")
    case .owner: .ref("text").described("Whom to ask about it.")
    case .status:
      .choice(ExperimentStatus.self)
        .described("How far it is; 'paywall experiment start' and 'stop' change it.")
    case .placement:
      .anyOf([.ref("placement"), .list(of: .ref("placement"), atLeast: 1)])
        .described("Where it runs; a visitor keeps one variant in all of them.")
    case .audience:
      .ref("condition").described("Who takes part: an audience, or a condition.")
    case .layer: .ref("layer").described("Keeps it apart from the other experiments in there.")
    case .slice:
      JSONSchema.plain(Patterns.slice).byDefault(.text(Slice.whole.description))
        .described("The part of the layer that it owns, like 0%-40%; its end may grow.")
    case .traffic:
      .anyOf([.ref("share"), .list(of: trafficStep, atLeast: 1)])
        .byDefault(.text(BasisPoints.all.description))
        .described(
          "The share of its audience that takes part, or growing steps; never less while it runs.")
    case .unit: unit
    case .seed: seed
    case .phase:
      .integer(from: 1, to: 1_000_000).byDefault(.integer(1))
        .described("Counts how often it was restarted.")
    case .variants: variants(in: folder).described("What is compared; the shares sum to 100%.")
    case .from: .start
    case .until: .end
    case .schedule: .formerWindow(FormerScheduleKey.self) { $0 == .start }
    case .whilePaused:
      .choice(WhilePaused.self).byDefault(.text(WhilePaused.control.rawValue))
        .described("What those who take part see while it is paused.")
    case .after:
      .choice(AfterEnd.self).byDefault(.text(AfterEnd.keep.rawValue))
        .described("What those who took part see once it has ended; winner is for the audience.")
    case .winner: .ref("text").described("The variant that won; written when it is stopped.")
    case .excludeEarlierPhases:
      .ref("boolean").byDefault(.boolean(true))
        .described("Whether who took part in an earlier phase is left out.")
    case .visibility:
      .choice(Visibility.self).byDefault(.text(Visibility.private.rawValue))
        .described("public lets it enter the bundle that apps decide with offline.")
    case .metrics: metrics.described("What is measured.")
    case .override:
      phaseOverride.described(
        "Allows one change of what is frozen; 'paywall experiment override' writes it.")
    case .rollout:
      rollout.described(
        "What 'paywall experiment rollout' showed to all; its --undo takes it out again.")
    }
  }

  private static let rollout = JSONSchema.object(RolloutKey.self, required: [.variant]) { key in
    switch key {
    case .variant: .ref("text").described("The variant that placements show since.")
    case .after: .choice(AfterEnd.self).described("The value of 'after' before.")
    case .defaults:
      map(named: .name, to: .ref("text")).described("The default of each placement before.")
    }
  }

  private static let trafficStep = JSONSchema.object(
    TrafficStepKey.self, required: [.share]
  ) { key in
    switch key {
    case .from: start
    case .share: .ref("share").described("The share that takes part from then on, like 10%.")
    }
  }

  private static func variants(in folder: Folder) -> JSONSchema {
    let variant = JSONSchema.object(VariantKey.self, required: [.share, .paywall]) { key in
      switch key {
      case .share: .ref("share").described("Its share of those who take part, like 50%.")
      case .paywall:
        .anyOf([.ref("show"), perPlacement(in: folder)])
          .described("The paywall that it shows, or one for each placement.")
      }
    }
    let control = variant.described("The variant that the others are compared with.")
    return map(named: .name, to: variant)
      .with("properties", .object([Content.Member(Experiment.control, control.content)]))
      .with("required", .texts([Experiment.control])).with("minProperties", .integer(2))
  }

  private static func perPlacement(in folder: Folder) -> JSONSchema {
    let placements = folder.names(of: .placement) ?? []
    return .object(
      placements.map { ($0, .ref("show").described("What it shows here.")) },
      isOpen: placements.isEmpty)
  }

  private static var phaseOverride: JSONSchema {
    .object(OverrideKey.self, required: [.phase, .digest, .reason]) { key in
      switch key {
      case .phase: .integer(from: 1, to: 1_000_000).described("The phase that it is for.")
      case .digest: .plain(Patterns.override).described("Of exactly the change that it allows.")
      case .reason: .ref("text").described("Why the change is meant; the ledger keeps it.")
      }
    }
  }

  private static var metrics: JSONSchema {
    JSONSchema.object(MetricsKey.self) { key in
      switch key {
      case .primary: metric().described("The metric that decides.")
      case .secondary: .list(of: metric()).described("Metrics that are shown and decide nothing.")
      case .guardrails:
        .list(of: metric(isGuardrail: true)).described("Metrics that must not get worse.")
      case .require:
        .list(of: .choice(MetricName.self)).described(
          "Guardrails that must be safe, within their margin, before a variant ships.")
      case .breakdowns:
        .list(of: .choice(ResultDimension.self)).described(
          "What the primary metric is broken down by, on purpose: corrected for the number of rows."
        )
      }
    }
    .holding([.rule(if: .needs([MetricsKey.breakdowns]), then: .needs([MetricsKey.primary]))])
  }

  /// A name, or a name with what differs from its defaults.
  private static func metric(isGuardrail: Bool = false) -> JSONSchema {
    let names = MetricName.allCases.map {
      ($0.rawValue, terms(of: $0, isGuardrail: isGuardrail).described($0.explanation))
    }
    let former = MetricName.former.keys.sorted()
    let formerNames = former.map { word in
      let name = MetricName.former[word] ?? .startRate
      return (
        word,
        terms(of: name, isGuardrail: isGuardrail).described("A former name; 'fmt' rewrites it.")
      )
    }
    return .anyOf([
      .choice(MetricName.self),
      JSONSchema.object(names + formerNames).with("minProperties", .integer(1)),
      ["enum": .texts(former)],
    ])
  }

  /// Only a guardrail has a margin, and only money a cap.
  private static func terms(of name: MetricName, isGuardrail: Bool) -> JSONSchema {
    let isMoney = name == .proceedsPerVisitor
    return JSONSchema.object(MetricKey.self) { key in
      switch key {
      case .window:
        .ref("period").examples(["P3D", "P30D", "P60D"])
          .described("How long after the first exposure counts.")
      case .direction:
        .choice(MetricDirection.self).described("Which change is a gain; follows from the metric.")
      case .smallest:
        .ref("share").described("The smallest relative effect worth shipping, like 3%.")
      case .margin where !isGuardrail: nothing.described("Only a guardrail has a margin.")
      case .margin:
        .plain(isMoney ? Patterns.moneyMargin : Patterns.shareMargin)
          .examples(["10%", isMoney ? "0.05 USD" : "1pp"]).described(
            "How much worse it may become, in its unit or in a part of the control's.")
      case .cap where !isMoney: nothing.described("Only money has a cap.")
      case .cap:
        .ref("share").examples(["99%"]).described(
          "The percentile of those who paid at which a person's total is cut.")
      }
    }
  }

  /// No value is right.
  private static let nothing: JSONSchema = ["not": .object([])]
}

extension MetricName {
  /// What it is, for editors.
  fileprivate var explanation: String {
    switch self {
    case .startRate: "The share of persons who buy or begin a trial."
    case .paidRate: "The share of persons who pay."
    case .trialToPaid: "Of those who begin a trial, the share who pay after it."
    case .proceedsPerVisitor: "What is left of prices after refunds and commission, per person."
    case .refundShare: "Of paid purchases, the share that is refunded."
    case .cancelWithin24h: "Of those who start, the share who turn renewal off within 24 hours."
    case .billingFailure: "Of those who start, the share whose renewal cannot be charged."
    case .secondRenewal: "The share of persons who pay three times for one subscription."
    }
  }
}
