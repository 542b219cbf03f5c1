import PaywallServer

extension Settings {
  /// Settings of servers that do not count as hanging while other tests keep the machine busy.
  static var patient: Settings {
    var settings = Settings()
    settings.ledgerLimits.lookUp = .seconds(60)
    settings.ledgerLimits.check = .seconds(60)
    settings.ledgerLimits.call = .seconds(60)
    return settings
  }
}
