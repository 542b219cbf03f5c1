extension Operation.Example {
  static let products: Self = """
    {"productIds":["pro_lifetime","pro_monthly"],"types":{"autoRenewable":["pro_monthly"],\
    "nonRenewable":[],"nonConsumable":["pro_lifetime"],"consumable":[]},\
    "groups":{"21504291":["pro_monthly"]},"placements":{"onboarding":["pro_monthly","pro_lifetime"]},\
    "entitlements":{"pro":["pro_lifetime","pro_monthly"]},\
    "revision":"9c1f0d3be2a7458c9d0e1f2a3b4c5d6e"}
    """

  static let decision: Self = """
    {"placement":"onboarding","productIds":["pro_yearly_trial","pro_lifetime"],\
    "paywall":{"id":"standard-trial","locale":"de","selected":"pro_yearly_trial","products":[\
    {"id":"pro_yearly_trial","type":"autoRenewable","group":"21504291",\
    "extra":{"badge":"bestValue"},"offers":[{"kind":"introductory","id":"trial",\
    "eligibility":"unknown","reason":"noVerifiedHistory"}]},\
    {"id":"pro_lifetime","type":"nonConsumable","offers":[]}],\
    "content":{"headline":"Alles freischalten","style":"twoColumn"}},"reason":"experiment",\
    "experiment":{"id":"annual-trial","variant":"trial","phase":1,"recorded":false},\
    "revision":"9c1f0d3be2a7458c9d0e1f2a3b4c5d6e","validUntil":"2026-12-22T09:00:00Z"}
    """

  static let decisions: Self = """
    {"placements":[{"placement":"settings","productIds":[],"paywall":null,"reason":"default",\
    "revision":"0a1b2c3d4e5f60718293a4b5c6d7e8f9"}],"revision":"9c1f0d3be2a7458c9d0e1f2a3b4c5d6e"}
    """
}
