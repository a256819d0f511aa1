/** An independent reading of a UBL file, for the arithmetic of EN 16931. Amounts in hundredths. */

const hundredths = (text: string | undefined): number => Math.round(Number(text ?? "NaN") * 100);
const one = (xml: string, name: string): string | undefined =>
  new RegExp(`<cbc:${name}(?: [^>]*)?>([^<]*)</cbc:${name}>`).exec(xml)?.[1];
const all = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<cac:${name}>[\\s\\S]*?</cac:${name}>`, "g"))].map(([found]) => found);

/** The rules that a file breaks: sums and required values (BR-*, BR-CO-*, BR-S-*, BR-E-*, BR-O-*). */
export function brokenRules(xml: string): string[] {
  const lines = [...all(xml, "InvoiceLine"), ...all(xml, "CreditNoteLine")];
  const [total = ""] = all(xml, "LegalMonetaryTotal");
  const [taxes = ""] = all(xml, "TaxTotal");
  const groups = all(taxes, "TaxSubtotal");
  const amount = (name: string): number => hundredths(one(total, name));
  const prepaid = one(total, "PrepaidAmount") === undefined ? 0 : amount("PrepaidAmount");
  const lineNet = (line: string): number => hundredths(one(line, "LineExtensionAmount"));
  const sum = (values: readonly number[]): number => values.reduce((added, value) => added + value, 0);
  const tax = hundredths(one(taxes, "TaxAmount"));
  const categoryOf = (part: string): string => /<cbc:ID>([SZEO])<\/cbc:ID>/.exec(part)?.[1] ?? "";
  const rateOf = (part: string): number => hundredths(one(part, "Percent") ?? "0");
  const keyOf = (part: string): string => `${categoryOf(part)} ${rateOf(part)}`;
  const rules: [string, boolean][] = [
    ["BR-16", lines.length > 0],
    ["BR-CO-10", sum(lines.map(lineNet)) === amount("LineExtensionAmount")],
    ["BR-CO-13", amount("LineExtensionAmount") === amount("TaxExclusiveAmount")],
    ["BR-CO-14", sum(groups.map((group) => hundredths(one(group, "TaxAmount")))) === tax],
    ["BR-CO-15", amount("TaxExclusiveAmount") + tax === amount("TaxInclusiveAmount")],
    ["BR-CO-16", amount("TaxInclusiveAmount") - prepaid === amount("PayableAmount")],
    ["BR-CO-25", amount("PayableAmount") <= 0 || /DueDate|PaymentTerms/.test(xml)],
    ["BR-CO-26", /PartyTaxScheme|PartyLegalEntity>[\s\S]*CompanyID/.test(all(xml, "AccountingSupplierParty")[0] ?? "")],
    [
      "BR-09, BR-11",
      all(xml, "Country").every((country) => /^[A-Z]{2}$/.test(one(country, "IdentificationCode") ?? "")),
    ],
    ["BR-25, BR-27", lines.every((line) => one(line, "Name") && hundredths(one(line, "PriceAmount")) >= 0)],
    ["BR-O-11", !groups.some((group) => categoryOf(group) === "O") || groups.length === 1],
    ...groups.map((group): [string, boolean] => {
      const own = lines.filter((line) => keyOf(line) === keyOf(group));
      return ["BR-S-08, BR-E-08", sum(own.map(lineNet)) === hundredths(one(group, "TaxableAmount"))];
    }),
    ...groups.map((group): [string, boolean] => {
      const expected = Math.round((hundredths(one(group, "TaxableAmount")) * rateOf(group)) / 10_000);
      return ["BR-S-09", Math.abs(expected - hundredths(one(group, "TaxAmount"))) < 100];
    }),
    ...lines.map((line): [string, boolean] => {
      const quantity = Number(one(line, "InvoicedQuantity") ?? one(line, "CreditedQuantity"));
      const price = (hundredths(one(line, "PriceAmount")) * quantity) / Number(one(line, "BaseQuantity"));
      return ["line = quantity × price", Math.round(price) === lineNet(line)];
    }),
    ["one group for each category and rate", new Set(groups.map(keyOf)).size === groups.length],
  ];
  return rules.filter(([, holds]) => !holds).map(([name]) => name);
}
