import type { RawRow } from "../../database/sql/transaction.ts";
import { integerKey } from "../key.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import { quoted } from "../values/value-type.ts";
import { maxLinks } from "./columns.ts";
import type { Selection } from "./view.ts";

/** Writes a raw row as its record's JSON text without the closing brace, so that embedded records can follow. */
export type RowWriter = (row: RawRow) => string;

/** The column index of each attribute and relation. */
export type Positions = ReadonlyMap<string, number>;

/** A value of the record: the text before it, that text with null, its column, and its conversion to JSON. */
interface Cell {
  readonly before: string;
  readonly absent: string;
  readonly column: number;
  readonly toJson: (text: string) => string;
}

/** Creates a selection's writer. Constant parts are prepared once; a row costs one concatenation per value (docs/design/reads.md). */
export function rowWriter(
  registry: ResourceRegistry,
  resource: Resource,
  selection: Selection,
  positions: Positions,
): RowWriter {
  const cells: Cell[] = [];
  let before = "{";
  const add = (name: string, column: number, toJson: Cell["toJson"]): void => {
    const named = `${before}"${name}":`;
    cells.push({ before: named, absent: `${named}null`, column, toJson });
    before = ",";
  };
  if (selection.relations.length > 0) {
    before = '{"links":{';
    for (const name of selection.relations)
      add(name, position(positions, `links.${name}`), linkJson(registry, resource, name));
    before = selection.attributes.length > 0 ? "}," : "}";
  }
  for (const name of selection.attributes) {
    const attribute = resource.attributes[name];
    if (!attribute) throw new Error(`${resource.name} has no attribute ${name}.`);
    add(name, position(positions, name), attribute.type.toJson);
  }
  const ending = selection.attributes.length > 0 ? "" : before;
  return (row) => {
    let json = "";
    for (const cell of cells) {
      const text = row[cell.column];
      json += text === null || text === undefined ? cell.absent : cell.before + cell.toJson(text);
    }
    return json + ending;
  };
}

function linkJson(registry: ResourceRegistry, resource: Resource, name: string): Cell["toJson"] {
  const relation = resource.relations[name];
  if (!relation) throw new Error(`${resource.name} has no relation ${name}.`);
  if (relation.kind === "oneOf") {
    return (text) => {
      const colon = text.indexOf(":");
      return `{"id":${text.slice(0, colon)},"type":${quoted(text.slice(colon + 1))}}`;
    };
  }
  const key = registry.keyOf(relation.traits.target);
  if (relation.kind === "one") return (text) => key.toJson(text);
  if (key === integerKey) return (text) => `[${shownIds(text)}]`;
  return (text) => {
    const bare = shownIds(text);
    return bare === "" ? "[]" : `[${bare.split(",").map(key.toJson).join(",")}]`;
  };
}

/** The shown ids of an array's text, ascending and comma-separated: all, or the newest. The text lists them in descending order. */
export function shownIds(text: string): string {
  const bare = text.slice(1, -1);
  return bare.includes(",") ? bare.split(",").slice(0, maxLinks).reverse().join(",") : bare;
}

function isCut(text: string): boolean {
  // Each id takes at least one digit and one comma, so short texts need no count.
  return text.length > 2 * maxLinks && text.split(",").length > maxLinks;
}

/** Finds the relations of a row with more ids than are shown. */
export function cutLinks(resource: Resource, positions: Positions): (row: RawRow) => string[] {
  const columns = Object.entries(resource.relations)
    .filter(([, { kind }]) => kind === "many")
    .map(([name]) => [name, positions.get(`links.${name}`) ?? -1] as const);
  return (row) => columns.filter(([, column]) => isCut(row[column] ?? "")).map(([name]) => name);
}

function position(positions: Positions, name: string): number {
  const column = positions.get(name);
  if (column === undefined) throw new Error(`The statement does not read ${name}.`);
  return column;
}
