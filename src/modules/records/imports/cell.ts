import type { Attribute } from "../../../kernel/attribute.ts";
import { type Resource, writtenRelations } from "../../../kernel/resource.ts";

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  "1": true,
  false: false,
  no: false,
  "0": false,
};

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
      return booleans[value.toLowerCase()] ?? value;
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
