import PaywallCatalog
package import Serving

extension ServedPaywall: InternedDetails {
  package static let table = "served_paywalls"
  package static let unknown = Self()

  package static let columns: [DetailColumn<Self>] = [
    DetailColumn("release", \.release), DetailColumn("placement", \.placement, word: "placement"),
    DetailColumn("traffic", \.traffic), DetailColumn("paywall", \.paywall, word: "paywall"),
    DetailColumn("locale", \.locale), DetailColumn("content", \.content),
    DetailColumn("products", \.products), DetailColumn("selected", \.selected),
  ]
}

extension ReportedPaywall: InternedDetails {
  package static let table = "reported_paywalls"

  package static let columns: [DetailColumn<Self>] = [
    DetailColumn("paywall", \.paywall), DetailColumn("content", \.content),
    DetailColumn("products", \.products), DetailColumn("product", \.product),
    DetailColumn("price", \.price, word: "price"), DetailColumn("currency", \.currency),
    DetailColumn("introductory_eligible", \.introductoryEligible),
  ]
}
