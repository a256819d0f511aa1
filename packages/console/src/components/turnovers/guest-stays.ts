import type { Client, RecordOf } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf, textOf } from "../days.ts";

/** Days on the screen, and the days after them that are searched for the next arrival. */
export const fortnight = 14;
export const lookaheadDays = 46;

/** A stay as cleaners see it: no name, no price. */
export interface GuestStay {
  readonly id: number;
  readonly rental: number;
  readonly isHold: boolean;
  /** Epoch days. */
  readonly arrival: number;
  readonly departure: number;
  /** Minutes after midnight; null if unknown. */
  readonly comes: number | null;
  readonly goes: number | null;
  readonly adults: number | null;
  readonly children: number | null;
  /** Only comments that everyone in the account can see. */
  readonly comments: readonly string[];
}

/** Limited to the fields that a cleaner may request (docs/design/tenancy.md). */
const fields = [
  ...(["id", "start_at", "end_at", "status", "adults", "children"] as const),
  ...(["expected_checkin_time", "expected_checkout_time", "links"] as const),
] as const;

/** The stays that touch the two weeks or follow them. @param from epoch day */
export function useGuestStays(from: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "bookings", "cleaning", from],
    queryFn: ({ signal }) => readStays(client, from, signal),
  });
}

async function readStays(client: Client, from: number, signal: AbortSignal): Promise<GuestStay[]> {
  const query = {
    from: textOf(from),
    until: textOf(from + fortnight + lookaheadDays),
    status: ["booked" as const, "tentative" as const],
    fields: [...fields],
    include: ["booking_comments"],
  };
  const stays: GuestStay[] = [];
  for await (const booking of client.records("/bookings", { params: { query }, signal }))
    if (booking.status !== "Canceled") stays.push(stayOf(booking));
  return stays;
}

function stayOf(booking: RecordOf<"/bookings">): GuestStay {
  const { id, start_at, end_at, status, links, adults, children, booking_comments } = booking;
  return {
    id,
    rental: links.rental,
    isHold: status === "Tentative",
    arrival: dayOf(start_at),
    departure: dayOf(end_at),
    comes: minutesOf(booking.expected_checkin_time) ?? timeOf(start_at),
    goes: minutesOf(booking.expected_checkout_time) ?? timeOf(end_at),
    adults: adults ?? null,
    children: children ?? null,
    comments: (booking_comments ?? [])
      .filter(({ visible_for_all_account_users }) => visible_for_all_account_users)
      .map(({ content }) => content),
  };
}

/** Parses the guest's expected time, such as `16:30` or `10`. */
function minutesOf(clock: string | null | undefined): number | null {
  const [, hours, minutes = "0"] = /^(\d{1,2})(?::(\d{2}))?$/.exec(clock ?? "") ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** Midnight means a date without a time, so the rental's default hour applies. */
function timeOf(time: string): number | null {
  const date = new Date(time);
  const minutes = date.getUTCHours() * 60 + date.getUTCMinutes();
  return minutes === 0 ? null : minutes;
}
