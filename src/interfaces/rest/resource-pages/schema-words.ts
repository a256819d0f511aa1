import { isObject } from "../../../kernel/values/structure.ts";
import { type Html, html } from "../../web/pages/html.ts";

/** Longer enumerations are collapsed. */
const maxListed = 12;

/** Describes the limits of a JSON Schema. */
export function limitsOf(schema: unknown): Html[] {
  if (!isObject(schema)) return [];
  const variants = variantsOf(schema);
  const limits = variants.flatMap(plainLimits);
  const values = variants.flatMap(({ enum: some }) => (Array.isArray(some) ? some : [])).filter((one) => one !== null);
  const inside = variants.flatMap(({ items }) =>
    isObject(items) ? limitsOf(items).map((limit) => html`each ${limit}`) : [],
  );
  return [...[...new Set(limits)].map((limit) => html`${limit}`), ...enumeration(values), ...inside];
}

/** The schema, or its `anyOf` variants without null. */
function variantsOf(schema: Record<string, unknown>): Record<string, unknown>[] {
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isObject) : [];
  return choices.length === 0 ? [schema] : choices.filter(({ type }) => type !== "null").flatMap(variantsOf);
}

const phrases: readonly (readonly [name: string, phrase: (bound: number) => string])[] = [
  ["minimum", (bound) => `at least ${bound}`],
  ["exclusiveMinimum", (bound) => `more than ${bound}`],
  ["maximum", (bound) => `at most ${bound}`],
  ["exclusiveMaximum", (bound) => `less than ${bound}`],
  ["minLength", (bound) => `at least ${bound} characters`],
  ["maxLength", (bound) => `up to ${bound} characters`],
  ["minItems", (bound) => `at least ${bound} elements`],
  ["maxItems", (bound) => `up to ${bound} elements`],
];

function plainLimits(schema: Record<string, unknown>): string[] {
  const limits = phrases.flatMap(([name, phrase]) => {
    const bound = schema[name];
    return typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? [phrase(bound)] : [];
  });
  return typeof schema.format === "string" ? [...limits, `a ${formats[schema.format] ?? schema.format}`] : limits;
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "time such as 2027-01-04T16:00:00Z",
  date: "date such as 2027-01-04",
  uuid: "UUID",
  email: "e-mail address",
  uri: "URL",
};

function enumeration(values: readonly unknown[]): Html[] {
  if (values.length === 0) return [];
  const listed = values.map((value, index) => html`${index > 0 ? ", " : ""}<code>${String(value)}</code>`);
  if (values.length <= maxListed) return [html`one of ${listed}`];
  return [html`<details><summary>one of ${values.length} values</summary>${listed}</details>`];
}

/** A parameter's type in one word. */
export function typeOf(schema: unknown): string {
  if (!isObject(schema)) return "String";
  const types = variantsOf(schema).flatMap(({ type }) => (Array.isArray(type) ? type : [type]));
  const [first] = types.filter((type) => type !== "null");
  return typeof first === "string" ? first.charAt(0).toUpperCase() + first.slice(1) : "String";
}

/** Joins limits for a table cell. */
export const joined = (limits: readonly Html[]): Html =>
  html`${limits.map((limit, index) => html`${index > 0 ? "; " : ""}${limit}`)}`;

/** Names as code, separated by commas. */
export const codes = (names: Iterable<string>): Html =>
  html`${[...names].map((name, index) => html`${index > 0 ? ", " : ""}<code>${name}</code>`)}`;

/** A table that scrolls on narrow screens. */
export function table(heads: readonly string[], rows: readonly (readonly (Html | string)[])[]): Html {
  return html`<div class="scrolls" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>`;
}
