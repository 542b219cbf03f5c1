/// A product, and how it was paid.
package struct BoughtProduct: Hashable, Sendable {
  package let id: String
  /// Apple's word, such as `MONTHLY`; `nil` for what is paid at once.
  package let billingPlan: String?
}
