import ArgumentParser
import PaywallCatalog

/// `trial=standard-trial`, or with its share `trial=standard-trial:20%`.
struct VariantOption: ExpressibleByArgument {
  var name: String
  /// The id of a paywall, or `nothing`.
  var show: String
  /// The share; `nil` is an equal part of what the others leave.
  var share: BasisPoints?

  init(name: String, show: String, share: BasisPoints? = nil) {
    self.name = name
    self.show = show
    self.share = share
  }

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
      return nil
    }
    name = String(argument[..<equals])
    let shown = argument[argument.index(after: equals)...]
    guard let colon = shown.lastIndex(of: ":") else {
      guard !shown.isEmpty else { return nil }
      show = String(shown)
      return
    }
    guard let share = BasisPoints(percent: shown[shown.index(after: colon)...]),
      colon > shown.startIndex
    else { return nil }
    show = String(shown[..<colon])
    self.share = share
  }
}

extension [VariantOption] {
  /// The share of each: variants without one divide the rest equally, and the first ones take the
  /// remainder of the division. `nil` if the shares exceed 100 %.
  var shares: [BasisPoints]? {
    let left = BasisPoints.all.value - reduce(0) { $0 + ($1.share?.value ?? 0) }
    let open = count { $0.share == nil }
    guard left >= 0, open > 0 || left == 0 else { return nil }
    var rest = open == 0 ? 0 : left % open
    let shares = compactMap { variant -> BasisPoints? in
      if let share = variant.share { return share }
      defer { rest -= rest > 0 ? 1 : 0 }
      return BasisPoints(left / open + (rest > 0 ? 1 : 0))
    }
    return shares.count == count ? shares : nil
  }
}
