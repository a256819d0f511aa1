import { dayOf, textOf } from "../../../components/days.ts";
import type { GuestChoice } from "../../../components/guests/guest-select.tsx";
import type { Guests, StayRequest } from "../../../components/quote.ts";
import type { Translate } from "../../../i18n/translate.ts";

export const kinds = ["booked", "hold", "unavailable"] as const;
export type Kind = (typeof kinds)[number];

/** The reasons for a block. */
export const blockReasons = ["owner", "maintenance", "other"] as const;

/** The book dialog's fields. Dates are YYYY-MM-DD. */
export interface StayDraft extends BlockDraft {
  readonly kind: Kind;
  readonly arrival: string;
  readonly departure: string;
  readonly adults: number;
  readonly children: number;
  /** One without an id is new: its name, and below its contacts. */
  readonly guest: GuestChoice | undefined;
  readonly email: string;
  readonly phone: string;
  readonly locale: string;
  /** A total other than the quote's. */
  readonly ownPrice: string;
}

/** The reason for a block, and a note. */
export interface BlockDraft {
  readonly reason: (typeof blockReasons)[number];
  readonly note: string;
}

export const blockNotes = ({ reason, note }: BlockDraft, t: Translate): string =>
  [t(`book.reasons.${reason}`), note.trim()].filter(Boolean).join(": ");

export const emptyStay = (
  { arrival, departure }: StayRequest,
  { adults, children }: Guests = { adults: 2, children: 0 },
): StayDraft => ({
  ...{ kind: "booked", arrival: textOf(arrival), departure: textOf(departure), adults, children, guest: undefined },
  ...{ email: "", phone: "", locale: "", ownPrice: "", reason: "owner", note: "" },
});

/** Whether it holds text that the person would have to type again. */
export const hasText = ({ guest, note }: StayDraft): boolean =>
  (guest !== undefined && guest.id === undefined) || note.trim() !== "";

export const stayIn = (rental: number, { arrival, departure }: StayDraft): StayRequest => ({
  ...{ rental, arrival: dayOf(arrival), departure: dayOf(departure) },
});
