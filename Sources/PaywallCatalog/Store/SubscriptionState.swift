/// StoreKit's renewal states, from the best to the worst, and `none` for customers who never
/// subscribed.
package enum SubscriptionState: String, CaseIterable, Sendable {
  case subscribed, inGracePeriod, inBillingRetryPeriod, expired, revoked, none
}
