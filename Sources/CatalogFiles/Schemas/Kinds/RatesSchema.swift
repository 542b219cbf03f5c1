internal import PaywallCatalog

extension JSONSchema {
  /// `store/rates.yaml`.
  static var rates: JSONSchema {
    .object(RatesFileKey.self, required: [.base]) { key in
      switch key {
      case .base: currency.described("The currency that results are in, like USD.")
      case .commission: commission.described("What Apple keeps of a price.")
      case .rates:
        .map(
          named: .plain("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
          to: .map(named: currency, to: .text("^[0-9]{1,9}(\\.[0-9]{1,6})?$"))
        )
        .described("By date: what one unit of the base costs in each currency.")
      }
    }
  }

  private static let currency = JSONSchema.text("^[A-Z]{3}$", atMost: 3)

  private static var commission: JSONSchema {
    .object(CommissionKey.self) { key in
      switch key {
      case .program:
        .choice(CommissionProgram.self)
          .byDefault(.text(CommissionProgram.standard.rawValue))
          .described("standard keeps 30%, smallBusiness 15%.")
      case .standard: .ref("share").described("What it keeps, if it differs from the program.")
      case .afterYear:
        .ref("share").byDefault(.text(StoreRates.Commission.reduced.description))
          .described("What it keeps of a subscription after a year.")
      }
    }
  }
}
