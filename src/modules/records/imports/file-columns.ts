import { RequestError } from "../../../kernel/errors.ts";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import { isColumn, ownColumns } from "./columns.ts";
import { type Mapping, ourName } from "./mapping.ts";
import type { FileReadings } from "./reading/file-readings.ts";
import type { Column, Reading } from "./reading/read-cells.ts";
import type { ImportKind } from "./source-line.ts";

/** A file's column, as an import reads it. */
export interface FileColumn {
  readonly name: string;
  /** Roost's; null if it is neither mapped nor ignored. */
  readonly attribute: string | null;
  readonly ignored: boolean;
  readonly reading: Reading;
  /** The order of dates in force, such as `DD/MM/YYYY`; null for other readings, and where every date has one reading. */
  readonly dates: string | null;
  readonly decimal: string | null;
  readonly examples: readonly string[];
}

/** Describes a file's columns. */
export function fileColumns(
  registry: ResourceRegistry,
  kind: ImportKind,
  names: readonly string[],
  { columns: read, examples }: FileReadings,
  mapping: Mapping,
): FileColumn[] {
  const columns = new Map(read.map((column) => [column.name, column]));
  return names.map((name) => {
    const ignored = mapping.ignore?.includes(name) ?? false;
    const attribute = ourName(name, mapping);
    const isKnown = !ignored && isColumn(registry, kind, attribute);
    return {
      name,
      attribute: isKnown ? attribute : null,
      ignored,
      ...readingIn(isKnown ? columns.get(attribute) : undefined),
      examples: examples.get(name) ?? [],
    };
  });
}

function readingIn(column: Column | undefined): Pick<FileColumn, "reading" | "dates" | "decimal"> {
  const { reading = "text", order, sign } = column ?? {};
  const dates = order && { DMY: "DD/MM/YYYY", MDY: "MM/DD/YYYY", YMD: "YYYY/MM/DD" }[order];
  return { reading, dates: dates ?? null, decimal: sign ?? null };
}

/** @throws RequestError 400 with all unknown columns, or with columns that fill the same attribute */
export function assertColumns(
  registry: ResourceRegistry,
  kind: ImportKind,
  columns: readonly string[],
  mapping: Mapping,
): void {
  const theirs = new Set(columns);
  for (const ignored of mapping.ignore ?? []) theirs.delete(ignored);
  const names = [...theirs].map((name) => [name, ourName(name, mapping)] as const);
  const constants = Object.keys(mapping.constants ?? {}).map((name) => [name, name] as const);
  const unknown = [...names, ...constants].filter(([, ours]) => !isColumn(registry, kind, ours));
  if (unknown.length > 0) {
    const list = unknown.map(([name]) => name).join(", ");
    throw new RequestError("bad_request", `Unknown columns for ${kind}: ${list}. Map or ignore them with --mapping.`);
  }
  refusePaymentWithoutAmount(kind, [...names, ...constants], mapping);
  const several = [...Map.groupBy(names, ([, ours]) => ours)].find(([, group]) => group.length > 1);
  if (!several) return;
  const [ours, group] = several;
  const list = group.map(([name]) => name).join(" and ");
  throw new RequestError("bad_request", `The columns ${list} both fill ${ours}. Ignore all but one.`);
}

/** @throws RequestError 400 if a booking's columns concern a payment whose amount is in no column */
function refusePaymentWithoutAmount(
  kind: ImportKind,
  names: readonly (readonly [theirs: string, ours: string])[],
  { payment_lines: hasPaymentLines }: Mapping,
): void {
  if (kind !== "bookings" || hasPaymentLines || names.some(([, ours]) => ours === "paid_amount")) return;
  const [found] = names.find(([, ours]) => ours === "paid_at" || ours === "payment_method") ?? [];
  if (found === undefined) return;
  throw new RequestError(
    "bad_request",
    `The column ${found} is about a payment: map its amount to paid_amount too, or ignore ${found}.`,
  );
}

/** The attributes that a kind's columns can fill, apart from translated texts by locale. */
export function fillableColumns(registry: ResourceRegistry, kind: ImportKind): string[] {
  const ofResource = (name: string): string[] => [
    ...Object.keys(registry.get(name).attributes),
    ...ownColumns[name === "clients" ? "clients" : kind],
  ];
  const names = kind === "rates" ? [...ownColumns.rates] : ofResource(kind);
  const guests = kind === "bookings" ? ofResource("clients").map((name) => `client.${name}`) : [];
  return [...new Set([...names, ...guests])].filter((name) => isColumn(registry, kind, name)).sort();
}
