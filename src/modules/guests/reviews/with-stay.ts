import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { RecordId } from "../../../kernel/key.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Parent } from "../../../kernel/write/creates.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { LockedStay } from "../../stays/bookings/nights/lock-stay.ts";

type Creation = (context: WriteContext, stay: LockedStay, draft: Draft, errors: ValidationErrors) => Promise<RecordId>;

/** Wraps a creation under a booking that was locked as a stay (`lockStay`). */
export const withStay =
  (create: Creation) =>
  (context: WriteContext, { id }: Parent, draft: Draft, errors: ValidationErrors, stay: LockedStay | undefined) => {
    if (!stay) throw new Error(`The booking ${id} is not locked.`);
    return create(context, stay, draft, errors);
  };
