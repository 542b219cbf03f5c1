import PaywallCatalog
import PaywallTextCoding

@testable import Ledger

extension OracleTables {
  func chain(_ number: PurchaseChainRow.Number) -> PurchaseChainRow? { chains[number]?.row }

  mutating func note(purchase id: String, in chain: PurchaseChainRow) {
    let number = nextNumber()
    chains[chain.number]?.purchaseChanges[UTF8Key(id)] = number
  }

  func purchaseChanges(
    of customer: CustomerRow.Number, after number: Int64, limit: Int
  ) -> [PurchaseChange] {
    let changes = (chainsOfCustomer[customer] ?? []).flatMap { chain in
      (chains[chain]?.purchaseChanges ?? [:]).map {
        PurchaseChange(number: $0.value, chain: chain, purchase: $0.key.text)
      }
    }
    return Array(
      changes.filter { $0.number > number }.sorted { $0.number < $1.number }.prefix(limit))
  }

  func lastPurchaseChange(of customer: CustomerRow.Number) -> Int64 {
    purchaseChanges(of: customer, after: 0, limit: .max).last?.number ?? 0
  }

  func purchaseLedger() -> String { salt.prefix(8).hexadecimal }
}
