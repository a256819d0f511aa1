import { isBlankText } from "../../../kernel/values/text.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Detail, DetailGroup } from "./detail-groups.ts";

/** The label of an element that names none. */
const plainLabel = "default";

/**
 * The elements that replace those of a group: one whose id is known keeps its id, its time of creation and its lock, and
 * `updated_at` moves only when something in it changed; any other is new, whatever id it names; who is missing disappears.
 */
export async function replacedDetails(
  context: WriteContext,
  group: DetailGroup,
  clientId: number,
  given: readonly Detail[],
  stored: readonly Detail[],
): Promise<Detail[]> {
  const known = new Map(stored.map((detail) => [Number(detail.id), detail]));
  const before = given.map(({ id }) => (id === undefined || id === null ? undefined : known.get(Number(id))));
  const ids = await newIds(context, before.filter((detail) => detail === undefined).length);
  const now = formatInstant(context.now);
  return given.map((detail, index) => {
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

/** What a client sets in an element, complete: what it leaves out is null. The first one is the default (service.md, Client). */
function valuesOf(group: DetailGroup, detail: Detail, first: boolean): Detail {
  const texts: Record<string, unknown> = {};
  for (const name of Object.keys(group.texts)) texts[name] = isBlankText(detail[name]) ? null : (detail[name] ?? null);
  return { ...texts, label: texts.label ?? plainLabel, primary: first };
}

/** Fresh ids, the smallest last. */
async function newIds({ transaction }: WriteContext, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await transaction.rows<{ id: number }>(
    "select nextval('client_details_id_seq') as id from generate_series(1, $1::integer)",
    [count],
  );
  return rows.map(({ id }) => id).reverse();
}
