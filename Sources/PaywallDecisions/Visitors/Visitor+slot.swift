package import PaywallCatalog

extension Visitor {
  /// The value in a slot of the schema that prepared this visitor.
  package func value(inSlot slot: Int?) -> AttributeValue? { slot.flatMap { self[$0] } }
}
