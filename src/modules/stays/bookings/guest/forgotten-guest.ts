import Type from "typebox";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { personalAttributes } from "../../../../kernel/write/personal-data.ts";
import type { Amended } from "../../../../kernel/write/updates.ts";
import { booking } from "../booking.ts";
import { changedParts, partsOfBooking, secondNames } from "../nested-bodies.ts";

/** The parts of a body that concern a booking's guest. */
const guestParts = [partsOfBooking.client, changedParts.client, partsOfBooking.comments, secondNames.booking_comments];
const guestAttributes = [
  ...personalAttributes(booking).map(([, attribute]) => attribute),
  ...(booking.relations.client.written ? [booking.relations.client.written.attribute] : []),
];

export const forgottenMeta = {
  forgotten_guests: Type.Optional(
    Type.Integer({
      description:
        "1 if the guest of the booking with this external_reference was forgotten: the guest's attributes were left out.",
    }),
  ),
};

/**
 * Leaves a forgotten guest's attributes out of a write that carries the booking's reference in another system: a channel sends them again
 * and again (bookings.md, Personal data). Other writes of erased attributes are refused.
 */
export async function leaveOutForgotten(context: WriteContext, draft: Draft): Promise<Amended> {
  const { external_reference } = booking.attributes;
  if (!carriesGuest(draft) || !(await isForgottenReference(context, draft.input(external_reference)))) return { draft };
  return { draft: draft.without(new Set(guestAttributes), guestParts), meta: { forgotten_guests: 1 } };
}

const carriesGuest = (draft: Draft): boolean =>
  guestAttributes.some((attribute) => draft.changes<unknown>(attribute)) ||
  guestParts.some((part) => (draft.list(part) ?? []).length > 0);

/** Whether a booking with a reference has a guest who was forgotten. */
export async function isForgottenReference(
  { transaction, account }: WriteContext,
  reference: string | null | undefined,
): Promise<boolean> {
  if (typeof reference !== "string") return false;
  const forgotten = await transaction.run(
    `select from bookings join clients on clients.account_id = $1 and clients.id = bookings.client_id
     where bookings.account_id = $1 and bookings.external_reference = $2 and clients.forget_me_at is not null limit 1`,
    [account.id, reference],
  );
  return forgotten > 0;
}
