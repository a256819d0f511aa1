import { isBlankText } from "../../../kernel/values/text.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Detail, DetailGroup } from "./detail-groups.ts";

/** The label of elements without one. */
const defaultLabel = "default";

/**
 * Returns a group's new elements. An element with a known id keeps its id, creation time and lock; `updated_at` changes only with
 * its values. All others are new; missing ones are dropped.
 */
export async function replacedDetails(
  context: WriteContext,
  group: DetailGroup,
  clientId: number,
  input: readonly Detail[],
  stored: readonly Detail[],
): Promise<Detail[]> {
  const storedById = new Map(stored.map((detail) => [Number(detail.id), detail]));
  const before = input.map(({ id }) => (id === undefined || id === null ? undefined : storedById.get(Number(id))));
  const ids = await newIds(context, before.filter((detail) => detail === undefined).length);
  const now = formatInstant(context.now);
  return input.map((detail, index) => {
    const earlier = before[index];
    const set = valuesOf(group, detail, index === 0);
    const changed = earlier === undefined || Object.entries(set).some(([name, value]) => earlier[name] !== value);
    const { primary, ...texts } = set;
    return {
      id: earlier?.id ?? ids.pop(),
      client_id: clientId,
      ...texts,
      created_at: earlier?.created_at ?? now,
      updated_at: changed ? now : earlier.updated_at,
      canceled_at: earlier?.canceled_at ?? null,
      primary,
      ...(group.lockable ? { locked: earlier?.locked ?? null } : {}),
    };
  });
}

/** Returns a checked element's complete values; omitted ones are null. The first element is the default (service.md, Client). */
function valuesOf(group: DetailGroup, detail: Detail, first: boolean): Detail {
  const texts: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(group.texts)) {
    const accepted = isBlankText(detail[name]) ? undefined : type.accept(detail[name]);
    texts[name] = accepted && "value" in accepted ? accepted.value : null;
  }
  return { ...texts, label: texts.label ?? defaultLabel, primary: first };
}

/** Allocates ids in descending order, so that `pop` returns the smallest. */
async function newIds({ transaction }: WriteContext, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await transaction.rows<{ id: number }>(
    "select nextval('client_details_id_seq') as id from generate_series(1, $1::integer)",
    [count],
  );
  return rows.map(({ id }) => id).reverse();
}
