import type { RecordOf } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { localTime } from "../../../../../../src/core/time-zone.ts";
import { useSession } from "../../../app/session.tsx";
import { msOfDay, textOf, todayHere } from "../../../components/days.ts";
import { amountOf, minorOf } from "../../../components/record-payment.ts";

export type DueBooking = RecordOf<"/bookings">;

/** The maximum number of rows. The bookings list shows more. */
const maxShown = 1000;

/** Stays that ended more days ago are hidden by default: their balance is rarely paid. */
const recentDays = 90;
const beginning = "1900-01-01";

const fields = [
  ...(["id", "links", "reference", "start_at", "end_at", "currency", "final_price", "paid_amount"] as const),
  ...(["status", "payment_left_to_collect", "balance_due_at", "payment_url", "tentative_expires_at"] as const),
] as const;

/** Stays with a balance due, earliest due date first; those without a due date come last. */
export function useDueBookings(isOldShown: boolean) {
  const { client, account, sees } = useSession();
  return useQuery({
    queryKey: [account.id, "bookings", "due", isOldShown],
    queryFn: async ({ signal }) => {
      const found: DueBooking[] = [];
      let total = 0;
      const query = {
        ...{
          unpaid: true,
          from: isOldShown ? beginning : textOf(todayHere() - recentDays),
          status: ["booked" as const],
        },
        ...{ fields: fields.filter((field) => sees("bookings", field)), include: ["client", "rental"], per_page: 100 },
      };
      for await (const { bookings, meta } of client.pages("/bookings", { params: { query }, signal })) {
        found.push(...bookings);
        total = Number(meta["X-Total-Count"]);
        if (found.length >= maxShown) break;
      }
      return { found: found.sort((one, other) => dueTime(one) - dueTime(other)), total };
    },
    placeholderData: (before) => before,
  });
}

const dueTime = ({ balance_due_at: due }: DueBooking): number => (due ? Date.parse(due) : Number.MAX_SAFE_INTEGER);

export const dueGroups = ["overdue", "week", "later", "undated"] as const;
export type DueGroup = (typeof dueGroups)[number];

/** The list's groups, each with its sum by currency. Empty groups are left out. */
export function groupsOf(bookings: readonly DueBooking[], now = Date.now()) {
  const grouped = Map.groupBy(bookings, (booking) => groupOf(booking, now));
  return dueGroups.flatMap((group) => {
    const found = grouped.get(group);
    return found ? [{ group, found, sums: sumsOf(found) }] : [];
  });
}

function groupOf(booking: DueBooking, instant: number): DueGroup {
  const due = dueTime(booking);
  // Due times are readings of the rental's clock.
  const now = localTime(booking.rental?.time_zone ?? "UTC", instant);
  if (due < now) return "overdue";
  if (due < now + 7 * msOfDay) return "week";
  return booking.balance_due_at ? "later" : "undated";
}

/** Added up in minor units, since decimal fractions do not add up exactly. */
function sumsOf(bookings: readonly DueBooking[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { currency, payment_left_to_collect: left } of bookings)
    if (currency && left) sums.set(currency, (sums.get(currency) ?? 0) + minorOf(left, currency));
  return new Map([...sums].map(([currency, minor]) => [currency, amountOf(minor, currency)]));
}
