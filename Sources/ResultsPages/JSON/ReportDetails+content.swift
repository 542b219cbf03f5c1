import ExperimentResults
import PaywallCatalog

extension ReportDetails {
  var content: Content {
    .members([
      ("hypothesis", hypothesis.map { .text($0) }), ("owner", owner.map { .text($0) }),
      ("shown", .list(shown.map(\.content))), ("purchases", .list(purchases.map(\.content))),
      ("days", .list(days.map(\.content))), ("events", .list(events.map(\.content))),
      ("verdicts", .list(verdicts.map(\.content))), ("settings", settings.content),
      ("holdout", .list(holdout.map(\.content))),
    ])
  }
}

extension HoldoutComparison {
  fileprivate var content: Content {
    .members([
      ("metric", .text(metric.rawValue)),
      ("heldOut", .integer(Int64(comparison.control.units))),
      ("enrolled", .integer(Int64(comparison.variant.units))),
      ("comparison", NamedComparison(variant: "enrolled", comparison: comparison).content),
    ])
  }
}

extension VariantPaywall {
  fileprivate var content: Content {
    .members([
      ("variant", .text(variant)), ("placement", .text(placement)),
      ("paywall", paywall.map { .text($0) }), ("products", .list(products.map { .text($0) })),
    ])
  }
}

extension ProductPurchases {
  fileprivate var content: Content {
    .members([
      ("product", .text(product)), ("billingPlan", billingPlan.map { .text($0) }),
      (
        "arms",
        .list(
          arms.map {
            .members([
              ("variant", .text($0.variant)), ("started", .integer(Int64($0.started))),
              ("trials", .integer(Int64($0.trials))), ("paid", .integer(Int64($0.paid))),
              ("refunded", .integer(Int64($0.refunded))), ("proceeds", .integer($0.proceeds)),
            ])
          })
      ),
    ])
  }
}

extension ReportDay {
  fileprivate var content: Content {
    .members([
      ("date", .text(date)), ("persons", .list(persons.map { .integer(Int64($0)) })),
      ("comparisons", .list(comparisons.map(\.content))),
    ])
  }
}

extension ReportEvent {
  fileprivate var content: Content {
    .members([
      ("at", .text(at.rfc3339)), ("release", .text(release)),
      ("changes", .list(changes.map { .text($0) })), ("movesStart", .boolean(movesStart)),
    ])
  }
}

extension ReportDetails.KeptVerdict {
  fileprivate var content: Content {
    .members([
      ("at", .text(at.rfc3339)), ("decision", .text(decision)), ("sentence", .text(sentence)),
    ])
  }
}

extension ReportSettings {
  fileprivate var content: Content {
    .members([
      ("confidence", .finite(confidence)), ("power", .finite(power)),
      ("smallest", .finite(smallest)), ("comparisons", .integer(Int64(comparisons))),
      ("tuning", .finite(tuning)),
    ])
  }
}
