internal import Serving

/// A rule across files, whose violation is an error or a warning.
struct ValidationRule: Sendable {
  let check: @Sendable (Draft, DiagnosticSink) -> Void

  init(_ check: @escaping @Sendable (Draft, DiagnosticSink) -> Void) { self.check = check }

  /// Checks all rules; diagnostics are in the order of the rules.
  static func check(_ draft: Draft, _ sink: DiagnosticSink, _ concurrency: Concurrency) {
    let allowed = sink.allowances.list
    let found = concurrency.map(independent, atLeast: 1) { rule in
      let sink = DiagnosticSink(allowed: allowed)
      rule.check(draft, sink)
      return sink.findings
    }
    for findings in found { sink.add(findings) }
    // Silent about files in which other rules have found mistakes.
    storeKitFiles.check(draft, sink)
  }

  /// Rules that read the draft alone.
  private static let independent: [ValidationRule] = [
    // References
    .danglingReferences, .audienceCycles, .audienceDepth, .paywallInheritance, .certificate,
    .distinctKeys, .webhookAudiences,
    // Products and offers
    .serviceLevels, .offersOnProducts, .billingPlans, .oneIntroductoryOffer,
    .offerIdentifiers, .selectedProducts, .statedPrices,
    .refundRuleNames, .refundContradictions,
    // Messages before cancelling
    .retentionPlacement, .retentionNames, .retentionOffers, .retentionAudiences,
    // Experiments
    .distinctSeeds, .layerUnits, .layerSlices, .overlappingExperiments, .variantPlacements,
    .openWidths, .winners, .publicAudiences, .metricWindows, .lateGuardrails,
    .wrongGoals, .marginCurrencies,
    // Personas
    .personaExpectations,
    // Legal, but probably wrong
    .unusedAudiences, .unusedLayers, .unreachablePaywalls, .unsoldOffers, .neverMatching,
    .shadowedRules, .shadowedRefundRules, .lastRefundRule, .sameVariants, .introductoryDifferences,
    .holdoutShare, .misspeltContent, .contentTypes, .unreachableMessages, .approvedMessages,
    // Mistakes that a picture of the paywall would show
    .writtenPrices, .wrongSavings, .readableButtons, .spokenHeroes, .fittingTexts, .renewalTerms,
  ]
}
