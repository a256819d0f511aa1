import { plainText } from "../../../core/plain-text.ts";
import type { Attribute } from "../../../kernel/attribute.ts";
import { type Resource, writtenRelations } from "../../../kernel/resource.ts";

/** Yes and no in the console's languages, without accents. */
const words = {
  yes: ["true", "yes", "1", "ja", "wahr", "oui", "vrai", "si", "verdadero", "vero", "waar", "sim", "verdadeiro"],
  no: ["false", "no", "0", "nein", "falsch", "non", "faux", "falso", "nee", "onwaar", "nao"],
} as const;

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...words.yes.map((word) => [word, true] as const),
  ...words.no.map((word) => [word, false] as const),
]);

/** The attribute that a column holds; undefined if the resource has none by that name. */
export function attributeOf(resource: Resource, column: string): Attribute<unknown> | undefined {
  if (Object.hasOwn(resource.attributes, column)) return resource.attributes[column];
  const relation = writtenRelations(resource).find(({ name }) => name === column);
  if (relation?.relation.written) return relation.relation.written.attribute;
  const localized = /^(.+)_[a-z]{2}(-[A-Z]{2})?$/.exec(column)?.[1];
  const translated = localized !== undefined && Object.hasOwn(resource.attributes, localized);
  return translated ? resource.attributes[localized] : undefined;
}

/** A read cell as request JSON. Unreadable text stays as it is, so that the attribute's own check refuses it. */
export function jsonOf(value: unknown, { type }: Attribute<unknown>): unknown {
  if (typeof value !== "string") return value;
  switch (type.title) {
    case "Integer":
    case "Float":
      return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    case "Boolean":
      return booleans.get(plainText(value.trim())) ?? value;
    case "Array":
      return listOf(value);
    case "Object":
      return value.startsWith("{") ? parsed(value) : value;
    default:
      return value;
  }
}

/** Parses `1|2|3` or a JSON array. */
function listOf(text: string): unknown {
  if (text.startsWith("[")) return parsed(text);
  return text.split("|").map((part) => (/^\d+$/.test(part.trim()) ? Number(part) : part.trim()));
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
