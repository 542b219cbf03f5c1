package import PaywallCatalog

/// The terms of an experiment that may not change while a phase of it runs, because that would draw
/// enrolled visitors again or change their offers (DecisionRules.md § 7). The ledger keeps them per
/// phase, written at the first enrolment.
package struct FrozenTerms: Hashable, Sendable {
  /// In a fixed order; the names are distinct.
  package let terms: [Term]
  /// One term per line, as the ledger stores it: `seed: 7f3a9c21`. Names and ids hold neither
  /// colons nor line breaks.
  package let text: String

  /// One term, as text that can be compared and shown.
  package struct Term: Hashable, Sendable {
    package let subject: Subject
    package let value: String

    package init(_ subject: Subject, _ value: String) {
      self.subject = subject
      self.value = value
    }
  }

  /// The part of an experiment that a term fixes.
  package enum Subject: Hashable, Sendable {
    case seed, unit, layer, layerSeed, sliceStart
    /// Names and shares, in declared order.
    case variants
    /// Products and offers of what a variant shows at a placement; not its content.
    case paywall(variant: String, placement: String)
  }

  package init(_ terms: [Term]) {
    self.terms = terms
    text = terms.map { "\($0.subject.name): \($0.value)" }.joined(separator: "\n")
  }

  // The texts of equal terms are equal.
  package static func == (left: FrozenTerms, right: FrozenTerms) -> Bool {
    left.terms == right.terms
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(terms) }

  package subscript(subject: Subject) -> String? { terms.first { $0.subject == subject }?.value }

  /// For several lookups; of repeated subjects the first is used, as by the subscript.
  fileprivate var values: [Subject: String] {
    Dictionary(terms.map { ($0.subject, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// A changed term; `nil` on the side that lacks it.
  package struct Difference: Hashable, Sendable {
    package let subject: Subject
    package let was: String?
    package let `is`: String?
  }

  /// The differences from the terms that a phase began with. An added or removed placement
  /// re-assigns no visitor, and is not included.
  package func differences(from earlier: FrozenTerms) -> [Difference] {
    let (old, new) = (earlier.values, values)
    return earlier.terms.compactMap { term in
      let now = new[term.subject]
      if case .paywall = term.subject, now == nil { return nil }
      guard now.map({ !$0.utf8.elementsEqual(term.value.utf8) }) ?? true else { return nil }
      return Difference(subject: term.subject, was: term.value, is: now)
    }
      + terms.compactMap { term in
        guard old[term.subject] == nil else { return nil }
        if case .paywall = term.subject { return nil }
        return Difference(subject: term.subject, was: nil, is: term.value)
      }
  }
}

extension FrozenTerms {
  /// With what variants show at placements that joined the phase later.
  package func joined(by later: FrozenTerms) -> FrozenTerms {
    let known = values
    return FrozenTerms(
      terms
        + later.terms.filter { term in
          guard case .paywall = term.subject else { return false }
          return known[term.subject] == nil
        })
  }
}

extension Experiment {
  /// The terms in this snapshot; an experiment without a seed has none yet.
  package func frozenTerms(in snapshot: Snapshot) -> FrozenTerms? {
    guard let seed else { return nil }
    var terms = [
      FrozenTerms.Term(.seed, seed), FrozenTerms.Term(.unit, unit.rawValue),
    ]
    if let layer {
      terms.append(FrozenTerms.Term(.layer, layer))
      if let layerSeed = snapshot.layers[layer]?.seed {
        terms.append(FrozenTerms.Term(.layerSeed, layerSeed))
      }
      terms.append(
        FrozenTerms.Term(.sliceStart, BasisPoints(slice.start)?.description ?? "\(slice.start)"))
    }
    terms.append(
      FrozenTerms.Term(
        .variants, variants.map { "\($0.name) \($0.share)" }.joined(separator: ", ")))
    for variant in variants {
      for placement in placements.sorted() {
        guard let show = variant.show(at: placement) else { continue }
        terms.append(
          FrozenTerms.Term(
            .paywall(variant: variant.name, placement: placement), snapshot.sales(of: show)))
      }
    }
    return FrozenTerms(terms)
  }
}

extension Snapshot {
  /// The products and offers that this shows: `pro_yearly [trial freeTrial P1W]`.
  fileprivate func sales(of show: Show) -> String {
    guard case .paywall(let id) = show else { return "nothing" }
    let products = shown(id)?.products ?? []
    return products.map { product in
      let terms = product.offers.map { self.offers[$0]?.terms ?? $0 }
      return terms.isEmpty
        ? product.sale : "\(product.sale) [\(terms.joined(separator: ", "))]"
    }.joined(separator: ", ")
  }
}

extension Offer {
  /// The offer in one line: `loyalty_20 promotional payAsYouGo P1M x3`.
  package var terms: String {
    let words: [String?] = [
      id, kind.rawValue, payment?.rawValue, period?.description, cycles == 1 ? nil : "x\(cycles)",
      billingPlan == .upFront ? nil : billingPlan.rawValue,
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }
}

extension FrozenTerms {
  /// `nil` for any other text.
  package init?(text: String) {
    var terms: [Term] = []
    for line in text.split(separator: "\n") {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")),
        let subject = Subject(name: line[..<colon])
      else { return nil }
      terms.append(Term(subject, String(line[colon...].dropFirst(2))))
    }
    self.init(terms)
  }
}

extension FrozenTerms.Subject {
  /// `seed`, or `paywall trial onboarding`.
  package var name: String {
    switch self {
    case .seed: "seed"
    case .unit: "unit"
    case .layer: "layer"
    case .layerSeed: "layerSeed"
    case .sliceStart: "sliceStart"
    case .variants: "variants"
    case .paywall(let variant, let placement): "paywall \(variant) \(placement)"
    }
  }

  fileprivate init?(name: Substring) {
    switch name {
    case "seed": self = .seed
    case "unit": self = .unit
    case "layer": self = .layer
    case "layerSeed": self = .layerSeed
    case "sliceStart": self = .sliceStart
    case "variants": self = .variants
    default:
      let words = name.split(separator: " ")
      guard words.count == 3, words[0] == "paywall" else { return nil }
      self = .paywall(variant: String(words[1]), placement: String(words[2]))
    }
  }
}
