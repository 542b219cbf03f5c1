"""Mistakes in the files of the example app, each (file, old, new).

A person makes one, runs `paywall check`, and does literally what its help says.
"""

WALL = "Paywalls/standard.yaml"
GIFT = "Paywalls/gift-wall.yaml"
PLACES = "Paywalls/targeting/placements.yaml"
AUDIENCES = "Paywalls/targeting/audiences.yaml"
ATTRIBUTES = "Paywalls/targeting/attributes.yaml"
LAYERS = "Paywalls/targeting/layers.yaml"
PRODUCTS = "Paywalls/store/products.yaml"
OFFERS = "Paywalls/store/offers.yaml"
APP = "Paywalls/store/app.yaml"
TRIAL = "Experiments/annual-trial.yaml"
LITE = "Experiments/lite-first.yaml"
LONDON = "Paywalls/personas/trial-in-london.yaml"
NBSP = "\u00a0"

MISTAKES = [
    # Misspelt names.
    (WALL, "selected: pro_yearly", "selected: pro_yaerly"),
    (WALL, "- pro_monthly", "- pro_montly"),
    (WALL, "[comeBack, loyalty]", "[comeBack, loyality]"),
    (WALL, "selected:", "slected:"),
    (WALL, "products:", "product:"),
    (WALL, "content:", "contents:"),
    (WALL, "    extra:", "    extras:"),
    (PLACES, "audience: lapsed", "audience: lapsd"),
    (PLACES, "show: come-back-wall", "show: comeback-wall"),
    (PLACES, "default: standard", "default: standart"),
    (PLACES, "    default:", "    defualt:"),
    (PLACES, "fallback:", "falback:"),
    (PLACES, "show: team-wall", "show: teamwall"),
    (AUDIENCES, "planInterest: students", "planIntrest: students"),
    (AUDIENCES, "planInterest: students", "planInterest: student"),
    (AUDIENCES, "atLeast: 50", "atleast: 50"),
    (AUDIENCES, "all: [modern]", "all: [moderne]"),
    (AUDIENCES, "subscription.state: expired", "subscription.state: expierd"),
    (ATTRIBUTES, "type: integer }\n  exports", "type: intger }\n  exports"),
    (LAYERS, "unit: visitor, seed: 51c0e8d2", "unit: visiter, seed: 51c0e8d2"),
    (PRODUCTS, "type: consumable", "type: consumeable"),
    (PRODUCTS, "group: team, period: P1M", "group: taem, period: P1M"),
    (OFFERS, "payment: freeTrial", "payment: freetrial"),
    (OFFERS, "audience: atRisk", "audience: atrisk"),
    (OFFERS, "kind: winBack", "kind: winback"),
    (OFFERS, "customers: [new, existing, expired]", "customers: [new, exsting, expired]"),
    (APP, "environments: [production", "environments: [prodution"),
    (APP, "bundleId:", "bundelId:"),
    (TRIAL, "status: running", "status: runing"),
    (TRIAL, "audience: britishIsles", "audience: britishIles"),
    (TRIAL, "layer: pricing", "layer: pricng"),
    (TRIAL, "paywall: standard-trial", "paywall: standard-trail"),
    (TRIAL, "hypothesis:", "hypotesis:"),
    (LONDON, "annual-trial, variant", "anual-trial, variant"),
    (LONDON, "variant: trial", "variant: trail"),
    (TRIAL, "paywall: standard-trial", "paywall: standard-trial.yaml"),
    # Values that are written in another way.
    (PLACES, "audience: lapsed", "audience: country DE or AT"),
    (TRIAL, "traffic: 50%", "traffic: 50"),
    (TRIAL, "slice: 0%-40%", "slice: 40%-0%"),
    (TRIAL, "from: 2026-11-02T09:00Z", "from: 2026-11-02 09:00"),
    (LITE, "variants:\n", "variants:\n  control: { share: 60%, paywall: standard }\n"),
    (TRIAL, "from: 2026-11-02T09:00Z", "from: 24.10.2026"),
    (TRIAL, "status: running", "status: active"),
    (OFFERS, "period: P1W", "period: p1w"),
    (OFFERS, "url: https://apps", "url: http://apps"),
    (APP, "locales: [en, de, ja]", "locales: [en, de, ja, pt_BR]"),
    (PRODUCTS, "familyShareable: true", "familyShareable: yes"),
    # YAML.
    (WALL, "en: Unlock everything", "en: Unlock: everything"),
    (WALL, "en: Cancel whenever you like", "en: Cancel, whenever you like"),
    (WALL, "en: Exports in full size", "en: %50 off"),
    (WALL, "en: Every filter and brush", "en: @home"),
    (WALL, "en: Every filter and brush", "en: The #1 filter"),
    (WALL, "en: Every filter and brush, de: Alle", "en: The #1 filter, de: Die #1 der"),
    (WALL, "title: Standard", "title:Standard"),
    (WALL, "title: Standard", "title = Standard"),
    (WALL, "title: Standard", "title: 'It's standard'"),
    (WALL, "    offers: [comeBack", "   offers: [comeBack"),
    (WALL, "  style: list", "   style: list"),
    (WALL, "[comeBack, loyalty]", "[comeBack, loyalty"),
    (WALL, "extra: { badge: bestValue }", "extra: { badge: bestValue ]"),
    (WALL, "selected: pro_yearly", f"selected:{NBSP}pro_yearly"),
    (WALL, "  - pro_monthly", f" {NBSP}- pro_monthly"),
    (WALL, "ja: 夜明けの山々", "jp: 夜明けの山々"),
    (WALL, "selected: pro_yearly\n", "selected: pro_yearly\nselected: pro_monthly\n"),
    (AUDIENCES, '">=3.2.0"', ">=3.2.0"),
    (LAYERS, "share: 5%", "share: 0.05"),
]
