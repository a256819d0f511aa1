import { violatedConstraint } from "../database/errors.ts";
import { type AttributeMessages, invalid } from "../kernel/refusal.ts";
import type { Resource } from "../kernel/resource.ts";
import { type Route, reads } from "../kernel/route.ts";
import type { WriteContext } from "../kernel/write/context.ts";
import type { Draft } from "../kernel/write/draft.ts";
import { type FurtherColumns, insertRecord, updateRecord } from "../kernel/write/store.ts";
import { type Check, creates, destroys, updates } from "../kernel/write/writes.ts";
import { rental } from "./rental.ts";
import { touchRentalOf, touchRentals } from "./touch-rental.ts";

interface PartOptions {
  readonly check?: Check;
  /** Columns that follow from the draft. */
  readonly further?: (draft: Draft) => FurtherColumns;
  /** What to answer when one of the table's constraints refuses the record, by the constraint's name. */
  readonly refusals?: Readonly<Record<string, AttributeMessages>>;
  readonly deletion?: string;
}

const scopes = ["rentals_write"] as const;

/**
 * The routes of what belongs to one rental: read on its own, created under the rental, changed and deleted on its own. Every
 * write touches the rental.
 */
export function partRoutes(part: Resource, options: PartOptions = {}): Route[] {
  const { further = () => ({}), refusals = {}, deletion } = options;
  const check = options.check && { check: options.check };
  const prepare = (context: WriteContext, id: number) => touchRentalOf(context, part, id);
  return [
    ...reads(part),
    creates(part, {
      scopes,
      under: rental,
      ...check,
      async create(context, draft, parent, messages) {
        messages.refuse();
        if (!parent) throw new Error(`${part.name} are created under a rental.`);
        await touchRentals(context, [parent.id]);
        return explained(insertRecord(context, draft, { rental_id: parent.id, ...further(draft) }), refusals);
      },
    }),
    ...updates(part, {
      scopes,
      prepare,
      ...check,
      update(context, id, draft, messages) {
        messages.refuse();
        return explained(updateRecord(context, id, draft, further(draft)), refusals);
      },
    }),
    destroys(part, { scopes, prepare, ...(deletion === undefined ? {} : { summary: deletion }) }),
  ];
}

/** Waits for a write and says what a violated constraint means. */
async function explained<T>(write: Promise<T>, refusals: Readonly<Record<string, AttributeMessages>>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const messages = refusals[violatedConstraint(error) ?? ""];
    throw messages ? invalid(messages) : error;
  }
}
