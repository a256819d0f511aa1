import Type, { type TSchema } from "typebox";
import { formatHundredths } from "../../../../core/hundredths.ts";
import { lineKinds } from "../../../../core/invoices/invoice-line.ts";
import { Attribute } from "../../../../kernel/attribute.ts";
import { structureValue } from "../../../../kernel/values/structure.ts";
import { problem } from "../../../../kernel/values/value-type.ts";
import type { InvoiceDocument } from "./invoice-document.ts";

const amount = Type.String({ pattern: "^-?\\d+\\.\\d{1,2}$" });
const text = Type.Union([Type.String(), Type.Null()]);
const category = Type.Enum(["S", "Z", "E", "O"], {
  type: "string",
  description: "EN 16931: S taxed, Z at the rate of zero, E exempt, O outside of VAT.",
});

/** A line as the API shows it. */
export const lineSchema = Type.Object({
  kind: Type.Enum([...lineKinds], { type: "string" }),
  name: text,
  quantity: Type.Integer({ description: "Nights for a rental, otherwise units. Negative if the line deducts." }),
  net_amount: amount,
  tax_amount: amount,
  total_amount: amount,
  vat_category: category,
  vat_percentage: amount,
});

/** The VAT of one category and rate, as the API shows it. */
export const vatSchema = Type.Object({
  vat_category: category,
  vat_percentage: amount,
  net_amount: amount,
  tax_amount: amount,
});

/** A document's lines in the form of `lineSchema`. */
export const shownLines = (lines: InvoiceDocument["lines"]) =>
  lines.map(({ kind, name, quantity, net, tax, gross, category: vat_category, rate }) => ({
    ...{ kind, name, quantity },
    net_amount: formatHundredths(net),
    tax_amount: formatHundredths(tax),
    total_amount: formatHundredths(gross),
    vat_category,
    vat_percentage: formatHundredths(rate),
  }));

/** A document's VAT in the form of `vatSchema`. */
export const shownVat = (groups: InvoiceDocument["vat"]) =>
  groups.map(({ category: vat_category, rate, net, tax }) => ({
    vat_category,
    vat_percentage: formatHundredths(rate),
    net_amount: formatHundredths(net),
    tax_amount: formatHundredths(tax),
  }));

/** SQL: an amount of the document, in the API's form. */
const decimalSql = (value: string): string => `api_decimal((${value})::numeric / 100)`;

/** SQL: the lines of a row of `invoices`, in the form of `lineSchema`. */
export const linesSql = `(select json_agg(json_build_object('kind', line -> 'kind', 'name', line -> 'name', 'quantity', line -> 'quantity',
  'net_amount', ${decimalSql("line ->> 'net'")}, 'tax_amount', ${decimalSql("line ->> 'tax'")}, 'total_amount', ${decimalSql("line ->> 'gross'")},
  'vat_category', line -> 'category', 'vat_percentage', ${decimalSql("line ->> 'rate'")}) order by ordinal)
  from jsonb_array_elements(invoices.document -> 'lines') with ordinality as lines (line, ordinal))`;

/** SQL: the VAT of a row of `invoices`, in the form of `vatSchema`. */
export const vatSql = `(select json_agg(json_build_object('vat_category', line -> 'category', 'vat_percentage', ${decimalSql("line ->> 'rate'")},
  'net_amount', ${decimalSql("line ->> 'net'")}, 'tax_amount', ${decimalSql("line ->> 'tax'")}) order by ordinal)
  from jsonb_array_elements(invoices.document -> 'vat') with ordinality as lines (line, ordinal))`;

/** A read-only list of a document. */
export const shownList = (item: TSchema) =>
  new Attribute(
    structureValue<readonly unknown[]>({
      title: "Array",
      sqlType: "json",
      schema: Type.Array(item),
      accept: () => problem("is read-only"),
      isValue: (candidate): candidate is readonly unknown[] => Array.isArray(candidate),
    }),
  );
