// Writes money.tsv and words.tsv beside it, by Intl of the Node that runs it:
//
//     node Tests/PaywallPicturesTests/Vectors/intl.mjs
import { writeFileSync } from "node:fs";

const { node, icu, cldr } = process.versions;

function write(name, columns, lines) {
  const head = `# Intl.NumberFormat of Node v${node}, ICU ${icu}, CLDR ${cldr}: ${columns}`;
  const text = [head, ...lines.map((line) => line.join("\t")), ""].join("\n");
  writeFileSync(new URL(`${name}.tsv`, import.meta.url), text);
}

const price = (locale, currency, amount) =>
  new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount);

// Prices in thousandths, in all locales that the table of MoneyFormat knows and some that it does not.
const locales = `en en-AU en-CA en-GB en-IN de de-AT de-CH fr fr-CA es es-MX it pt pt-PT nl ja ko zh
  zh-Hant ar ar-SA he fa hi pl cs sv nb da fi tr ru uk hu ro el th id vi ms ur`.split(/\s+/);
const prices = [
  ["USD", 39990], ["EUR", 1234500], ["GBP", 990], ["JPY", 4800000], ["KWD", 12345],
  ["CHF", 1234567890], ["INR", 499000], ["TRY", 1299990], ["SEK", 99000], ["HUF", 3990000],
  ["CAD", 9990], ["AED", 149990], ["BRL", 19900], ["TWD", 330000],
];
write("money", "locale, currency, thousandths, text",
  locales.flatMap((locale) => prices.map(([currency, amount]) =>
    [locale, currency, amount, price(locale, currency, amount / 1000)])));

// The languages of PaywallWords, each in one of its storefronts.
const storefronts = {
  "en-US": "USD", "de-DE": "EUR", "fr-FR": "EUR", "es-ES": "EUR", "it-IT": "EUR", "pt-BR": "BRL",
  "nl-NL": "EUR", "ja-JP": "JPY", "ko-KR": "KRW", "zh-CN": "CNY", "ar-SA": "SAR", "he-IL": "ILS",
};
// Amounts in the smallest unit of the currency; `own` is the storefront's.
const amounts = [
  ...[0, 99, 499, 3999, 9900, 12345, 123450, 1234567, 9999999, 123456789].map((n) => ["own", n]),
  ["USD", 3999], ["EUR", 123450], ["JPY", 4800], ["KWD", 12345], ["CHF", 1990],
];
// A number of each plural category: 1, 2, 3, 11 and 100 differ in Arabic.
const lengths = ["day", "week", "month", "year"].flatMap((unit) =>
  [1, 2, 3, 11, 100].map((n) => [unit, n]));

function word(locale, [unit, number]) {
  if (lengths.some(([known]) => known === unit)) {
    return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" })
      .format(number);
  }
  const currency = unit === "own" ? storefronts[locale] : unit;
  const { maximumFractionDigits: digits } =
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return price(locale, currency, number / 10 ** digits);
}

// Intl has no words for a price by period, such as `$39.99 a year`, so the table has none.
const columns = Object.keys(storefronts);
write("words", "15 prices and 20 lengths in 12 locales", [
  ["word", ...columns],
  ...[...amounts, ...lengths].map((row) =>
    [row.join(" "), ...columns.map((locale) => word(locale, row))]),
]);
