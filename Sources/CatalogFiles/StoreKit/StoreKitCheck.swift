package import PaywallCatalog
import PaywallTextCoding
package import YAMLText

/// Compares a `.storekit` file with the products and offers of a snapshot. A contradiction is an
/// error. Something that only one of them has is a warning: it may be in preparation, or not under
/// test.
package struct StoreKitCheck {
  let file: StoreKitFile
  let snapshot: Snapshot
  let place: (Subject) -> Place?
  var findings: [Diagnostic] = []

  /// A product or an offer whose place in `products.yaml` or `offers.yaml` is needed.
  package enum Subject: Hashable, Sendable {
    case product(String)
    /// An offer, by its key.
    case offer(String)
  }

  /// A place in the configuration.
  package struct Place: Hashable, Sendable {
    package var file: String
    package var range: SourceRange
  }

  /// All diagnostics in reading order. Something that the `.storekit` file lacks is reported at its
  /// `place` in the configuration; without one, in the `.storekit` file.
  package static func findings(
    in file: StoreKitFile, against snapshot: Snapshot,
    place: (Subject) -> Place? = { _ in nil }
  ) -> [Diagnostic] {
    withoutActuallyEscaping(place) { place in
      var check = StoreKitCheck(file: file, snapshot: snapshot, place: place)
      check.compareProducts()
      check.compareGroups()
      check.compareLevels()
      for (product, ours) in check.subscriptions { check.compareOffers(of: product, with: ours) }
      return check.findings.sorted(by: Diagnostic.inReadingOrder)
    }
  }

  /// The auto-renewable subscriptions that both have, each once, in the order of the file.
  var subscriptions: [(StoreKitFile.Product, Product)] {
    var seen: Set<[UInt8]> = []
    return file.products.compactMap { product in
      guard let ours = ours(product.id.value), ours.type == .autoRenewable,
        product.type?.value == .autoRenewable, seen.insert(Array(product.id.value.utf8)).inserted
      else { return nil }
      return (product, ours)
    }
  }

  func ours(_ id: String) -> Product? {
    snapshot.products[id].flatMap { $0.id.hasSameUTF8(as: id) ? $0 : nil }
  }

  private mutating func compareProducts() {
    var seen: Set<[UInt8]> = []
    for product in file.products {
      let name = Diagnostic.quoted(product.id.value)
      guard seen.insert(Array(product.id.value.utf8)).inserted else {
        differs(
          at: product.id.range, "\(name) is twice in the file",
          help: "delete one of the two in Xcode")
        continue
      }
      guard let ours = ours(product.id.value) else {
        // No more are shown.
        let nearest =
          findings.count < LimitedDiagnostics.mostOfFile
          ? Nearest.match(for: product.id.value, among: snapshot.products.keys) : nil
        unknown(
          at: product.id.range, "\(name) is not in products.yaml",
          help: nearest.map { "did you mean '\($0)'?" }
            ?? "add it to products.yaml if the app sells it, or delete it in Xcode")
        continue
      }
      compare(product, with: ours)
    }
    for id in snapshot.products.keys.sorted() where !seen.contains(Array(id.utf8)) {
      missing(
        .product(id), otherwise: nil, "'\(id)' is not in \(file.path)",
        help: "add it in Xcode, or sync the file with App Store Connect: tests cannot buy it")
    }
  }

  private mutating func compare(_ product: StoreKitFile.Product, with ours: Product) {
    if let type = product.type, type.value != ours.type {
      differs(
        at: type.range,
        "'\(ours.id)' is \(type.value.rawValue) here, \(ours.type.rawValue) in products.yaml",
        help: "a type cannot be changed: delete the product in Xcode and add it again, or correct "
          + "products.yaml")
      return
    }
    if product.isFamilyShareable.value != ours.isFamilyShareable {
      let here = product.isFamilyShareable.value ? "can" : "cannot"
      let there = ours.isFamilyShareable ? "can" : "cannot"
      differs(
        at: product.isFamilyShareable.range,
        "'\(ours.id)' \(here) be shared with a family here, \(there) in products.yaml",
        help: "switch Family Sharing in Xcode, or correct 'familyShareable' in products.yaml")
    }
    if let period = product.subscription?.period, let expected = ours.period,
      period.value != expected
    {
      differs(
        at: period.range,
        "the period of '\(ours.id)' is \(period.value) here, \(expected) in products.yaml",
        help: "correct the duration in Xcode, or 'period' in products.yaml")
    }
  }
}

extension StoreKitCheck {
  /// Reports a contradiction in the `.storekit` file.
  mutating func differs(at range: SourceRange, _ message: String, help: String) {
    findings.append(
      Diagnostic(.error, code: .storeKitDiffers, in: file.path, at: range, message, help: help))
  }

  /// Reports something that the configuration lacks.
  mutating func unknown(at range: SourceRange, _ message: String, help: String) {
    findings.append(
      Diagnostic(.warning, code: .storeKitUnknown, in: file.path, at: range, message, help: help))
  }

  /// Reports what the `.storekit` file lacks.
  mutating func missing(
    _ subject: Subject, otherwise range: SourceRange?, _ message: String, help: String
  ) {
    let place = place(subject)
    findings.append(
      Diagnostic(
        .warning, code: .storeKitMissing, in: place?.file ?? file.path,
        at: place.map(\.range) ?? range, message, help: help))
  }
}
