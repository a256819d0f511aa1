import type { RecordOf } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { textOf, todayHere } from "../../components/days.ts";

export type DueBooking = RecordOf<"/bookings">;

/** As many are read at once: whoever has more money outstanding looks at the list of bookings. */
const mostShown = 1000;

/** Days after its end that a stay is still looked for: money that is open for longer is seldom to come. */
const recent = 90;
const beginning = "1900-01-01";

const fields = [
  ...(["id", "links", "reference", "start_at", "end_at", "currency", "final_price", "paid_amount"] as const),
  ...(["payment_left_to_collect", "balance_due_at"] as const),
] as const;

/** Stays with money left to collect, those first that are due first; those without a day come last. */
export function useDueBookings(isOldShown: boolean) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "bookings", "due", isOldShown],
    queryFn: async ({ signal }) => {
      const found: DueBooking[] = [];
      let inAll = 0;
      const query = {
        ...{ unpaid: true, from: isOldShown ? beginning : textOf(todayHere() - recent), status: ["booked" as const] },
        ...{ fields: [...fields], include: ["client", "rental"], per_page: 100 },
      };
      for await (const { bookings, meta } of client.pages("/bookings", { params: { query }, signal })) {
        found.push(...bookings);
        inAll = Number(meta["X-Total-Count"]);
        if (found.length >= mostShown) break;
      }
      return { found: found.sort((one, other) => dueTime(one) - dueTime(other)), inAll };
    },
    placeholderData: (before) => before,
  });
}

const dueTime = ({ balance_due_at: due }: DueBooking): number => (due ? Date.parse(due) : Number.MAX_SAFE_INTEGER);

/** Whether the money should have come by now. */
export const isOverdue = (booking: DueBooking, now = Date.now()): boolean => dueTime(booking) < now;
