import type { Column, Import, Mapping } from "./imports.ts";

/** The choice of a column that is not imported. */
export const leftOut = "-";

/** A mapping in which a column fills another attribute, or none. */
export function withAttribute(mapping: Mapping, { name }: Column, attribute: string): Mapping {
  const { [name]: _, ...columns } = mapping.columns ?? {};
  const ignore = (mapping.ignore ?? []).filter((ignored) => ignored !== name);
  return attribute === leftOut
    ? { ...mapping, columns, ignore: [...ignore, name] }
    : { ...mapping, columns: { ...columns, [name]: attribute }, ignore };
}

/** A mapping that leaves out columns. */
export const without = (mapping: Mapping, names: readonly string[]): Mapping => ({
  ...mapping,
  ignore: [...(mapping.ignore ?? []), ...names],
});

/** A mapping that reads a column's dates in a format. One format for all columns becomes one for each. */
export function withDates(mapping: Mapping, all: readonly Column[], { name }: Column, format: string): Mapping {
  const { dates = {} } = mapping;
  const each =
    typeof dates === "string"
      ? Object.fromEntries(all.filter(({ reading }) => reading === "date").map((column) => [column.name, dates]))
      : dates;
  return { ...mapping, dates: { ...each, [name]: format } };
}

/** A mapping that reads a word of the file as a value of Roost. */
export function withWord(mapping: Mapping, attribute: string, word: string, value: string): Mapping {
  const { values = {} } = mapping;
  return { ...mapping, values: { ...values, [attribute]: { ...values[attribute], [word]: value } } };
}

/** The texts that a column has in the first lines, without repetitions. */
export function firstValues({ first_lines }: Import, { name }: Column): string[] {
  const texts = (first_lines ?? []).map(({ values }) => values[name] ?? "");
  return [...new Set(texts.map((text) => (typeof text === "string" ? text : JSON.stringify(text))))].filter(Boolean);
}
