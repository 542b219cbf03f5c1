package import YAMLText

/// The stable codes of a configuration's mistakes.
extension Diagnostic.Code {
  // Files
  package static let missingFile = Diagnostic.Code("missingFile")
  package static let misplacedFile = Diagnostic.Code("misplacedFile")
  package static let unreadableFile = Diagnostic.Code("unreadableFile")
  package static let emptyFile = Diagnostic.Code("emptyFile")

  // Values at their place
  package static let unknownKey = Diagnostic.Code("unknownKey")
  package static let missingKey = Diagnostic.Code("missingKey")
  package static let misplacedKey = Diagnostic.Code("misplacedKey")
  package static let wrongType = Diagnostic.Code("wrongType")
  package static let invalidValue = Diagnostic.Code("invalidValue")
  package static let invalidName = Diagnostic.Code("invalidName")
  package static let reservedName = Diagnostic.Code("reservedName")
  package static let tooMany = Diagnostic.Code("tooMany")
  package static let duplicate = Diagnostic.Code("duplicate")
  package static let emptyWindow = Diagnostic.Code("emptyWindow")

  // Consistency
  package static let unknownName = Diagnostic.Code("unknownName")
  package static let contradiction = Diagnostic.Code("contradiction")
  package static let cycle = Diagnostic.Code("cycle")
  package static let notOnPaywall = Diagnostic.Code("notOnPaywall")
  package static let offerNotOnProduct = Diagnostic.Code("offerNotOnProduct")
  package static let serviceLevels = Diagnostic.Code("serviceLevels")
  package static let localisation = Diagnostic.Code("localisation")
  package static let shares = Diagnostic.Code("shares")
  package static let overlap = Diagnostic.Code("overlap")
  package static let visibility = Diagnostic.Code("visibility")

  // Legal and probably wrong
  package static let unused = Diagnostic.Code("unused")
  package static let unreachable = Diagnostic.Code("unreachable")
  package static let missingLastRule = Diagnostic.Code("missingLastRule")
  package static let neverMatches = Diagnostic.Code("neverMatches")
  package static let missingTranslation = Diagnostic.Code("missingTranslation")
  package static let lostText = Diagnostic.Code("lostText")
  package static let misspeltContent = Diagnostic.Code("misspeltContent")
  package static let contentType = Diagnostic.Code("contentType")
  package static let writtenPrice = Diagnostic.Code("writtenPrice")
  package static let wrongSaving = Diagnostic.Code("wrongSaving")
  package static let lowContrast = Diagnostic.Code("lowContrast")
  package static let missingAlternative = Diagnostic.Code("missingAlternative")
  package static let overlongText = Diagnostic.Code("overlongText")
  package static let missingTerms = Diagnostic.Code("missingTerms")
  package static let noEffect = Diagnostic.Code("noEffect")
  package static let unfairComparison = Diagnostic.Code("unfairComparison")
  package static let allowsNothing = Diagnostic.Code("allowsNothing")
  package static let formerName = Diagnostic.Code("formerName")
  package static let shortWindow = Diagnostic.Code("shortWindow")
  package static let wrongGoal = Diagnostic.Code("wrongGoal")
  package static let lateGuardrail = Diagnostic.Code("lateGuardrail")
  package static let notApproved = Diagnostic.Code("notApproved")
  package static let sameVariants = Diagnostic.Code("sameVariants")
}
