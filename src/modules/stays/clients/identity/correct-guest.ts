import type { WriteContext } from "../../../../kernel/write/context.ts";
import { Draft, type Element } from "../../../../kernel/write/input/draft.ts";
import { guardPersonalData } from "../../../../kernel/write/personal-data.ts";
import { client } from "../client.ts";
import { comparableText } from "../combined-client.ts";
import { addressGroup, type Detail, type DetailGroup, emailGroup, phoneGroup } from "../detail-groups.ts";
import { checkClient, updateClient } from "../save-client.ts";
import { lockChangeable } from "./save-guest.ts";

/**
 * Corrects a booking's guest by a body's element: written attributes replace the stored ones, a list's elements the first ones. Ignored for
 * a client that the caller may not change. Adds problems to the element's errors.
 */
export async function correctGuest(context: WriteContext, id: number, { draft, errors }: Element): Promise<void> {
  const stored = await lockChangeable(context, id);
  if (!stored) return;
  const written = await guardPersonalData(context, id, corrected(draft.over(stored)), errors);
  await checkClient(written, errors, context);
  const changes = [...written.entries()].some(([attribute]) => written.changes<unknown>(attribute));
  if (changes && errors.isEmpty) await updateClient(context, id, written, errors);
}

/** The same write with whole lists. */
function corrected(draft: Draft): Draft {
  const values = new Map(draft.entries());
  for (const group of [addressGroup, emailGroup, phoneGroup]) {
    const attribute = client.attributes[group.name];
    const details = draft.input(attribute);
    if (details) values.set(attribute, correctedList(group, details, draft.stored(attribute) ?? []));
  }
  return new Draft(client, values, undefined).onto(draft);
}

/** The stored list, in which elements replace those with their id, and unknown ones those at their position. */
function correctedList(group: DetailGroup, written: readonly Detail[], stored: readonly Detail[]): readonly Detail[] {
  const texts = stored.map((detail) => comparableText(group, detail));
  const list = [...stored];
  for (const [index, detail] of written.entries()) {
    const same = stored.findIndex(({ id }) => id === detail.id);
    if (same >= 0) list[same] = detail;
    else if (!texts.includes(comparableText(group, detail))) list[index] = { ...detail, id: stored[index]?.id };
  }
  return list.filter((detail) => detail !== undefined);
}
