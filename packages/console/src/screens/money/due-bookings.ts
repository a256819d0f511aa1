import type { RecordOf } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { textOf, todayHere } from "../../components/days.ts";

export type DueBooking = RecordOf<"/bookings">;

/** The maximum number of rows. The bookings list shows more. */
const maxShown = 1000;

/** Stays that ended more days ago are hidden by default: their balance is rarely paid. */
const recentDays = 90;
const beginning = "1900-01-01";

const fields = [
  ...(["id", "links", "reference", "start_at", "end_at", "currency", "final_price", "paid_amount"] as const),
  ...(["payment_left_to_collect", "balance_due_at"] as const),
] as const;

/** Stays with a balance due, earliest due date first; those without a due date come last. */
export function useDueBookings(isOldShown: boolean) {
  const { client, account } = useSession();
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
        ...{ fields: [...fields], include: ["client", "rental"], per_page: 100 },
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

/** Whether the due date has passed. */
export const isOverdue = (booking: DueBooking, now = Date.now()): boolean => dueTime(booking) < now;
