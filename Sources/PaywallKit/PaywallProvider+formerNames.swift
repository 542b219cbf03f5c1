// The names of earlier versions, for one version.
extension PaywallProvider {
  /// Reports nothing, unless a double implements this under the former name.
  public func reportExposure(of placement: PlacementDecision, showing product: DisplayedProduct?)
    async
  {
    let former: any FormerNames.Type = FormerExposure.self
    await former.report(placement, product, to: self)
  }

  /// Reports nothing.
  public func exposed(_ placement: PlacementDecision) async {}

  /// Reports nothing.
  public func exposed(_ placement: PlacementDecision, showing product: DisplayedProduct) async {}
}

/// Calls a deprecated name, because a call through a protocol gives no warning.
private protocol FormerNames {
  static func report(
    _ placement: PlacementDecision, _ product: DisplayedProduct?, to provider: some PaywallProvider)
    async
}

private enum FormerExposure: FormerNames {
  @available(*, deprecated)
  static func report(
    _ placement: PlacementDecision, _ product: DisplayedProduct?, to provider: some PaywallProvider
  ) async {
    guard let product else { return await provider.exposed(placement) }
    await provider.exposed(placement, showing: product)
  }
}
