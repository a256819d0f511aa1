import type { Resource } from "../../../../kernel/resource.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import type { Line } from "./line-source.ts";

/** A column of an export and the attribute that it holds. */
export interface Column {
  readonly name: string;
  readonly attribute: string;
  /** The locale of a translated attribute's text. */
  readonly locale: string | undefined;
}

/** The columns of the attributes that can be both read and written: an import stores each. */
export function columnsOf(
  resource: Resource,
  locales: readonly string[],
  omitted: ReadonlySet<string> = new Set(),
): Column[] {
  return Object.entries(resource.attributes).flatMap(([attribute, { traits, translated }]): Column[] => {
    if (!traits.writable || traits.readers === "nobody" || omitted.has(attribute)) return [];
    if (!translated) return [{ name: attribute, attribute, locale: undefined }];
    return locales.map((locale) => ({ name: `${attribute}_${locale}`, attribute, locale }));
  });
}

/** A record's values, without its blanks. */
export function valuesOf(record: Line, columns: readonly Column[]): Line {
  return Object.fromEntries(
    columns.flatMap(({ name, attribute, locale }) => {
      const value = record[attribute];
      const own = locale === undefined ? value : isObject(value) ? value[locale] : undefined;
      return isBlank(own) ? [] : [[name, own]];
    }),
  );
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
