/// A rule across files, whose violation is an error or a warning.
struct ValidationRule: Sendable {
  let check: @Sendable (Draft, DiagnosticSink) -> Void

  init(_ check: @escaping @Sendable (Draft, DiagnosticSink) -> Void) { self.check = check }

  static let all: [ValidationRule] = [
    // References
    .danglingReferences, .audienceCycles, .audienceDepth, .paywallInheritance, .certificate,
    .distinctKeys,
    // Products and offers
    .serviceLevels, .offersOnProducts, .oneIntroductoryOffer, .offerIdentifiers,
    .selectedProducts,
    // Experiments
    .distinctSeeds, .layerUnits, .layerSlices, .overlappingExperiments, .variantPlacements,
    .openWidths, .winners, .publicAudiences,
    // Personas
    .personaExpectations,
    // Legal, but probably wrong
    .unusedAudiences, .unusedLayers, .unreachablePaywalls, .unsoldOffers, .neverMatching,
    .shadowedRules, .sameVariants, .introductoryDifferences, .holdoutShare,
    // Xcode's copy of the store.
    .storeKitFiles,
  ]
}
