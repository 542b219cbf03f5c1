import PaywallCatalog
import PaywallTextCoding
import Subscribers

@testable import Ledger

extension OracleTables: LedgerTables {
  mutating func note(notification uuid: String) -> Bool {
    notifications.insert(UTF8Key(uuid)).inserted
  }

  mutating func keep(_ text: StoredText, about subject: TextSubject, at now: Timestamp) {
    guard text.kind == .notification || textNumbers[text.text] == nil else { return }
    let number = nextNumber()
    if text.kind != .notification { textNumbers[text.text] = number }
    texts.append(StoredEntry(number: number, receivedAt: now, stored: text, subject: subject))
  }

  func has(_ text: StoredText) -> Bool { textNumbers[text.text] != nil }

  func customer(_ number: CustomerRow.Number) -> CustomerRow? { customers[number] }

  func customer(
    appTransactionId: String, in environment: AppStoreEnvironment
  ) -> CustomerRow? {
    customerNumbers[Named(UTF8Key(appTransactionId), in: environment)].flatMap { customers[$0] }
  }

  mutating func addCustomer(
    appTransactionId: String?, in environment: AppStoreEnvironment
  ) -> CustomerRow {
    let row = CustomerRow(
      number: nextNumber(), environment: environment, appTransactionId: appTransactionId)
    update(row)
    return row
  }

  mutating func update(_ customer: CustomerRow) {
    let account = customers[customer.number]?.appleAccount
    customers[customer.number] = customer
    customers[customer.number]?.appleAccount = account
    guard let id = customer.appTransactionId else { return }
    customerNumbers[Named(UTF8Key(id), in: customer.environment)] = customer.number
  }

  mutating func addAppleAccount() -> AppleAccountNumber { nextNumber() }

  mutating func put(_ customer: CustomerRow.Number, in account: AppleAccountNumber) {
    if let left = customers[customer]?.appleAccount {
      customersOfAccount[left]?.remove(customer)
    }
    customers[customer]?.appleAccount = account
    customersOfAccount[account, default: []].insert(customer)
  }

  func customers(of account: AppleAccountNumber) -> [CustomerRow] {
    (customersOfAccount[account] ?? []).sorted().compactMap { customers[$0] }
  }

  mutating func move(
    everythingOf provisional: CustomerRow.Number, to customer: CustomerRow.Number
  ) {
    guard let owner = customers[customer] else { return }
    for chain in chainsOfCustomer[provisional] ?? [] {
      guard var row = chains[chain]?.row else { continue }
      row.owner = owner
      update(row)
    }
    for (user, linked) in links where linked.contains(provisional) {
      links[user]?.remove(provisional)
      links[user]?.insert(customer)
    }
    for index in grants.indices where grants[index].holder == .customer(provisional) {
      grants[index].holder = .customer(customer)
    }
    for index in texts.indices where texts[index].subject == .customer(provisional) {
      texts[index].subject = .customer(customer)
    }
    moveCovariates(of: provisional, to: customer)
    if let fetch = historyFetches.removeValue(forKey: provisional) {
      historyFetches[customer] = historyFetches[customer] ?? fetch
    }
    customerReports[provisional] = nil
    moveAccess(of: provisional, to: customer)
    for (request, answer) in retentionAnswers where answer.customer == provisional {
      retentionAnswers[request]?.customer = customer
    }
    movePostings(of: provisional, to: customer)
    chainsOfCustomer[provisional] = nil
    customers[provisional] = nil
  }

  func chain(
    originalTransactionId: String, in environment: AppStoreEnvironment
  ) -> PurchaseChainRow? {
    chainNumbers[Named(UTF8Key(originalTransactionId), in: environment)].flatMap { row(of: $0) }
  }

  private func row(of chain: PurchaseChainRow.Number) -> PurchaseChainRow? {
    guard var row = chains[chain]?.row, let owner = customers[row.owner.number] else { return nil }
    row.owner = owner
    return row
  }

  func chains(of customer: CustomerRow.Number) -> [PurchaseChainRow] {
    (chainsOfCustomer[customer] ?? []).sorted().compactMap { row(of: $0) }
  }

  mutating func addChain(
    originalTransactionId: String, in environment: AppStoreEnvironment,
    owner: CustomerRow
  ) -> PurchaseChainRow {
    let row = PurchaseChainRow(
      number: nextNumber(), environment: environment,
      originalTransactionId: originalTransactionId, owner: owner)
    chains[row.number] = PurchaseChain(row: row)
    chainNumbers[Named(UTF8Key(originalTransactionId), in: environment)] = row.number
    chainsOfCustomer[owner.number, default: []].insert(row.number)
    return row
  }

  mutating func update(_ chain: PurchaseChainRow) {
    if let held = chains[chain.number]?.row {
      chainsOfCustomer[held.owner.number]?.remove(chain.number)
    }
    chains[chain.number]?.row = chain
    chainsOfCustomer[chain.owner.number, default: []].insert(chain.number)
  }

  func transaction(_ transactionId: String, in chain: PurchaseChainRow) -> TransactionFact? {
    chains[chain.number]?.transactions[UTF8Key(transactionId)]
  }

  func transactions(in chain: PurchaseChainRow) -> [TransactionFact] {
    chains[chain.number].map { Array($0.transactions.values) } ?? []
  }

  mutating func put(_ transaction: TransactionFact, in chain: PurchaseChainRow) {
    chains[chain.number]?.transactions[UTF8Key(transaction.transactionId)] = transaction
  }

  func renewal(of chain: PurchaseChainRow) -> RenewalFact? { chains[chain.number]?.renewal }

  mutating func put(_ renewal: RenewalFact, in chain: PurchaseChainRow) {
    chains[chain.number]?.renewal = renewal
  }

  mutating func link(
    _ user: String, to customer: CustomerRow.Number, in environment: AppStoreEnvironment,
    at now: Timestamp
  ) {
    links[Named(UTF8Key(user), in: environment), default: []].insert(customer)
  }

  mutating func addToken(_ token: String, to chain: PurchaseChainRow) {
    chains[chain.number]?.tokens.insert(UTF8Key(token))
    chainsOfToken[Named(UTF8Key(token), in: chain.environment), default: []].insert(chain.number)
  }

  func customers(
    ofUser user: String, token: String, in environment: AppStoreEnvironment
  ) -> [CustomerRow.Number] {
    let linked = links[Named(UTF8Key(user), in: environment)] ?? []
    let held = chainsOfToken[Named(UTF8Key(token), in: environment)] ?? []
    return Array(linked.union(held.compactMap { chains[$0]?.row.owner.number }))
  }

  func users(of customer: CustomerRow.Number) -> [String] {
    let linked = links.filter { $0.value.contains(customer) }.map(\.key.id.text)
    return linked + chains(of: customer).flatMap { (chains[$0.number]?.tokens ?? []).map(\.text) }
  }
}
