internal import PaywallCatalog
internal import YAMLText

enum RatesFileKey: String, FileKey { case base, commission, rates }

enum CommissionKey: String, FileKey { case program, standard, afterYear }

/// Apple's programs that decide what it keeps.
enum CommissionProgram: String, CaseIterable { case standard, smallBusiness }

extension StoreRates {
  /// Reads `store/rates.yaml`.
  init?(_ keys: MappingReader<RatesFileKey>) {
    let base = keys.required(
      .base, .currency, "The currency that results are in, like USD.",
      help: "write the currency that results are in, like 'base: USD'")
    let commission = keys.optional(.commission, .commission, "Apple's share of a price.")
    keys.context.refuseMore(than: Self.mostDays, "dates", in: keys.node(.rates))
    let days = keys.optional(
      .rates, .days(base: base), "By date: what one unit of the base costs in each currency.")
    guard let base else { return nil }
    self.init(
      base: base, days: (days ?? []).sorted { $0.at < $1.at },
      commission: commission ?? Commission())
  }

  /// Ten years of every working day.
  static let mostDays = 2_600

  static func isDate(_ text: String) -> Bool {
    text.utf8.count == 10 && Timestamp(rfc3339: text + "T00:00Z") != nil
  }
}

extension NodeDecoder where Value == [StoreRates.Day] {
  fileprivate static func days(base: String?) -> NodeDecoder {
    NodeDecoder(
      .map(
        named: .plain("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
        to: .map(named: .currency, to: .text("^[0-9]{1,9}(\\.[0-9]{1,6})?$")))
    ) { node, context in
      guard let entries = node.entries else {
        return context.refuse(
          .wrongType, at: node.range, "expected a mapping of dates to rates, found \(node.kind)",
          help: node.isNull
            ? "write {} for none, or remove the key" : "write each as '2026-11-01: { EUR: 0.92 }'")
      }
      return entries.compactMap { entry -> StoreRates.Day? in
        guard StoreRates.isDate(entry.key), let at = Timestamp(rfc3339: entry.key + "T00:00Z")
        else {
          return context.refuse(
            .invalidValue, at: entry.keyRange, "'\(entry.key.shortened)' is not a date",
            help: "write a date like 2026-11-01")
        }
        return StoreRates.Day(entry, at: at, base: base, context)
      }
    }
  }
}

extension StoreRates.Day {
  fileprivate init?(
    _ entry: Node.Entry, at: Timestamp, base: String?, _ context: DecodingContext
  ) {
    guard let entries = entry.value.entries else {
      context.error(
        .wrongType, at: entry.value.range, "expected rates by currency, found \(entry.value.kind)",
        help: "write what one \(base ?? "unit of the base") costs, like { EUR: 0.92, JPY: 151.2 }")
      return nil
    }
    context.refuseMore(than: 200, "currencies", in: entry.value)
    var micros: [String: Int64] = [:]
    for rate in entries {
      guard isCurrency(rate.key) else {
        context.error(
          .invalidName, at: rate.keyRange, "'\(rate.key.shortened)' is no currency",
          help: "write its code of three capital letters, like EUR")
        continue
      }
      guard rate.key != base else {
        context.error(
          .contradiction, at: rate.keyRange, "'\(rate.key)' is the base, its rate is 1",
          help: "remove it here")
        continue
      }
      if let value = NodeDecoder<Int64>.rate.decode(rate.value, context) {
        micros[rate.key] = value
      }
    }
    self.init(date: entry.key, at: at, micros: micros)
  }
}

extension NodeDecoder where Value == StoreRates.Commission {
  fileprivate static var commission: NodeDecoder {
    .mapping("'commission'") { (keys: MappingReader<CommissionKey>) in
      let program: CommissionProgram = keys.optional(
        .program, .choice, default: .standard, "standard keeps 30%, smallBusiness 15%.")
      let first = program == .smallBusiness ? Value.reduced : Value.usual
      let standard = keys.optional(
        .standard, .share, "Apple's share, if it differs from the program.")
      let afterYear = keys.optional(
        .afterYear, .share, default: Value.reduced, shown: .text(Value.reduced.description),
        "Apple's share of a subscription after a year.")
      return StoreRates.Commission(standard: standard ?? first, afterYear: afterYear)
    }
  }
}

extension JSONSchema {
  fileprivate static let currency = text("^[A-Z]{3}$", atMost: 3)
}

extension NodeDecoder where Value == String {
  /// A currency's code of ISO 4217.
  static var currency: NodeDecoder {
    text("a currency", example: "USD", JSONSchema.currency, where: isCurrency)
  }
}

extension NodeDecoder where Value == Int64 {
  /// A rate as millionths: a decimal number above 0 with at most six decimals.
  fileprivate static var rate: NodeDecoder {
    NodeDecoder("a rate", example: "0.9215", .anything) { text in
      decimal(text, digits: 6).flatMap { $0 > 0 ? $0 : nil }
    }
  }
}

func isCurrency(_ text: String) -> Bool {
  text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
}
