import type { ResourceRegistry } from "../../../../kernel/registry.ts";
import { lineMapper, type Mapping, theirName } from "../mapping.ts";
import type { ImportKind, LineFile } from "../source-line.ts";
import * as dates from "./date-text.ts";
import * as numbers from "./number-text.ts";
import { type Column, readingOf } from "./read-cells.ts";

/** The readings of a file's cells. */
export interface FileReadings {
  /** The columns with Roost's names. */
  readonly columns: readonly Column[];
  /** The first values, by the file's names. */
  readonly examples: ReadonlyMap<string, readonly string[]>;
}

const maxExamples = 3;

/** Decides how a file's columns are read: by the mapping, or else by all of their cells. */
export async function fileReadings(
  registry: ResourceRegistry,
  kind: ImportKind,
  file: LineFile,
  mapping: Mapping,
): Promise<FileReadings> {
  const toOurs = lineMapper(mapping);
  const columns = new Map<string, ColumnVotes>();
  const examples = new Map<string, string[]>(file.names.map((name) => [name, []]));
  for await (const lines of file.batches())
    for (const line of lines) {
      for (const [name, found] of examples) addExample(found, line.values[name]);
      for (const [name, value] of Object.entries(toOurs(line).values)) {
        const votes = columns.get(name) ?? new ColumnVotes(name, readingOf(registry, kind, name), mapping);
        columns.set(name, votes);
        votes.add(value);
      }
    }
  return { columns: [...columns.values()].map((votes) => votes.column), examples };
}

function addExample(found: string[], value: unknown): void {
  if (found.length === maxExamples || value === undefined || value === "" || value === null) return;
  found.push(typeof value === "string" ? value : JSON.stringify(value));
}

/** The readings that a column's cells allow. */
class ColumnVotes {
  private readonly mapped: Column;
  private readonly signs = new Votes<numbers.DecimalSign>(numbers.isAmbiguous, numbers.decimalSignsOf);
  private readonly orders = new Votes<dates.DateOrder>(dates.isAmbiguous, dates.ordersOf);
  private readonly hasFormat: boolean;

  constructor(name: string, reading: Column["reading"], mapping: Mapping) {
    const format =
      typeof mapping.dates === "string"
        ? mapping.dates
        : (mapping.dates?.[name] ?? mapping.dates?.[theirName(name, mapping)]);
    this.hasFormat = format !== undefined;
    this.mapped = {
      ...{ name, reading },
      sign: reading === "number" ? mapping.decimal : undefined,
      order: reading === "date" && format !== undefined ? dates.orderOf(format) : undefined,
    };
  }

  add(value: unknown): void {
    const { reading, sign } = this.mapped;
    if (typeof value !== "string") return;
    if (reading === "number" && sign === undefined) this.signs.add(value);
    if (reading === "date" && !this.hasFormat) this.orders.add(value);
  }

  get column(): Column {
    return {
      ...this.mapped,
      sign: this.mapped.sign ?? this.signs.agreed,
      order: this.mapped.order ?? this.orders.agreed,
    };
  }
}

/** The reading that fits every text of a column that only one reading fits. */
class Votes<R> {
  private hasAmbiguous = false;
  private readonly found = new Set<R>();
  private readonly isAmbiguous: (text: string) => boolean;
  private readonly readingsOf: (text: string) => readonly R[];

  constructor(isAmbiguous: (text: string) => boolean, readingsOf: (text: string) => readonly R[]) {
    this.isAmbiguous = isAmbiguous;
    this.readingsOf = readingsOf;
  }

  add(text: string): void {
    if (this.isAmbiguous(text)) this.hasAmbiguous = true;
    else {
      const [reading, ...others] = this.readingsOf(text);
      if (reading !== undefined && others.length === 0) this.found.add(reading);
    }
  }

  /** Undefined if they differ, if there is none, or if none is needed. */
  get agreed(): R | undefined {
    const [only] = this.found;
    return this.hasAmbiguous && this.found.size === 1 ? only : undefined;
  }
}
