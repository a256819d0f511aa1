import type { Scope } from "../../../kernel/access/scopes.ts";
import type { Attributes } from "../../../kernel/attribute.ts";
import type { ErrorsByAttribute, ValidationErrors } from "../../../kernel/errors.ts";
import type { Relations } from "../../../kernel/relation.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { type Route, reads } from "../../../kernel/route.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { mapConstraintErrors } from "../../../kernel/write/map-constraint-errors.ts";
import { insertRecord, type ServerSetColumns, updateRecord } from "../../../kernel/write/store.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { rental } from "./rental.ts";
import { lockRentalOf, rentalOfPart, touchRentals } from "./touch-rental.ts";

interface PartOptions {
  /** Scopes that write it. Defaults to rentals_write. */
  readonly scopes?: readonly Scope[];
  readonly check?: Check;
  /** Checks the draft against its rental; adds every problem to `errors`. */
  readonly checkInRental?: (
    context: WriteContext,
    rentalId: number,
    /** Undefined on creation. */
    id: number | undefined,
    draft: Draft,
    errors: ValidationErrors,
  ) => Promise<void>;
  /** Columns derived from the draft. */
  readonly serverSet?: (draft: Draft) => ServerSetColumns;
  /** Runs before the write, under the rental's lock, to take additional locks. */
  readonly before?: (context: WriteContext, draft: Draft) => Promise<void>;
  /** Runs after an update, to write dependent rows. */
  readonly after?: (context: WriteContext, id: number, draft: Draft) => Promise<void>;
  /** Errors by name of the violated constraint. */
  readonly refusals?: Readonly<Record<string, ErrorsByAttribute>>;
  readonly deletion?: string;
}

/**
 * Routes of a rental's part: created under the rental; read, changed and deleted on its own. Every change touches the rental.
 */
export function partRoutes(part: Resource<Attributes, Relations, number>, options: PartOptions = {}): Route[] {
  const { scopes = ["rentals_write"], serverSet = () => ({}), before, after, refusals = {}, deletion } = options;
  const check = options.check && { check: options.check };
  const prepare = (context: WriteContext, id: number) => lockRentalOf(context, part, id);
  return [
    ...reads(part),
    createsUnder(rental, part, {
      scopes,
      ...check,
      async create(context, parent, draft, errors) {
        await options.checkInRental?.(context, parent.id, undefined, draft, errors);
        errors.throwIfAny();
        await touchRentals(context, [parent.id]);
        await before?.(context, draft);
        return mapConstraintErrors(
          insertRecord(context, draft, { rental_id: parent.id, ...serverSet(draft) }),
          refusals,
        );
      },
    }),
    ...updates(part, {
      scopes,
      prepare,
      ...check,
      async update(context, id, draft, errors) {
        const rentalId = await rentalOfPart(context, part, id);
        await options.checkInRental?.(context, rentalId, id, draft, errors);
        errors.throwIfAny();
        await before?.(context, draft);
        const changed = await mapConstraintErrors(updateRecord(context, id, draft, serverSet(draft)), refusals);
        await after?.(context, id, draft);
        if (changed) await touchRentals(context, [rentalId]);
      },
    }),
    destroys(part, {
      scopes,
      prepare,
      async destroy(context, id) {
        if (await endRecord(context, part, id)) await touchRentals(context, [await rentalOfPart(context, part, id)]);
      },
      ...(deletion === undefined ? {} : { summary: deletion }),
    }),
  ];
}
