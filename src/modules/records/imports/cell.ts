import type { Attribute } from "../../../kernel/attribute.ts";
import { type Resource, writtenRelations } from "../../../kernel/resource.ts";
import { isoDate, type Mapping } from "./mapping.ts";

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  "1": true,
  false: false,
  no: false,
  "0": false,
};

/** What a column of a resource's name holds; undefined for one that the resource does not have. */
export function attributeOf(resource: Resource, column: string): Attribute<unknown> | undefined {
  if (Object.hasOwn(resource.attributes, column)) return resource.attributes[column];
  const relation = writtenRelations(resource).find(({ name }) => name === column);
  if (relation?.relation.written) return relation.relation.written.attribute;
  const localized = /^(.+)_[a-z]{2}(-[A-Z]{2})?$/.exec(column)?.[1];
  const translated = localized !== undefined && Object.hasOwn(resource.attributes, localized);
  return translated ? resource.attributes[localized] : undefined;
}

/** A cell as the JSON that a request would bring. A text that cannot be read stays a text, which the attribute refuses in its own words. */
export function jsonOf(value: unknown, { type }: Attribute<unknown>, mapping: Mapping): unknown {
  if (typeof value !== "string") return value;
  switch (type.title) {
    case "Integer":
    case "Float":
      return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    case "Boolean":
      return truths[value.toLowerCase()] ?? value;
    case "Date":
    case "Time":
      return isoDate(value, mapping);
    case "Array":
      return listOf(value);
    case "Object":
      return value.startsWith("{") ? parsed(value) : value;
    default:
      return value;
  }
}

/** `1|2|3`, or JSON. */
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
