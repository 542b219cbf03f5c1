// The names that types had in earlier versions, for one version.

/// The former name of ``PlacementDecision``.
@available(*, deprecated, renamed: "PlacementDecision")
public typealias Placement = PlacementDecision

/// The former name of ``DecisionSource``.
@available(*, deprecated, renamed: "DecisionSource")
public typealias Source = DecisionSource

/// The former name of ``PaywallCustomer``.
@available(*, deprecated, renamed: "PaywallCustomer")
public typealias Customer = PaywallCustomer

/// The former name of ``CompletedPurchase``.
@available(*, deprecated, renamed: "CompletedPurchase")
public typealias Purchase = CompletedPurchase

/// The former name of ``PurchaseEvidence``.
@available(*, deprecated, renamed: "PurchaseEvidence")
public typealias Evidence = PurchaseEvidence
