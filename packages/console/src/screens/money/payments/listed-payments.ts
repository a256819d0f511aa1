import type { Client, RecordOf } from "@roost/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { beginningHere, dayOf } from "../../../components/days.ts";
import { newestFirst, newestPage, pageBefore, pageOf } from "../../../components/newest-first.ts";
import type { MoneySearch } from "../money-search.ts";

export type ListedPayment = RecordOf<"/payments">;

const perPage = 50;

function queryOf({ from, until, kind, status, rental, gateway }: MoneySearch) {
  return {
    ...(from && { from: beginningHere(dayOf(from)) }),
    // The last day is included.
    ...(until && { until: beginningHere(dayOf(until) + 1) }),
    ...(kind && { kind: [kind] }),
    ...(status && { status: [status] }),
    ...(rental && { rental_id: [rental] }),
    ...(gateway && { payment_gateway_id: [gateway] }),
    include: ["bookings.rental", "bookings.client"],
  };
}

/** All matching payments, page by page, in the order of creation. */
export async function* pagesOf(client: Client, search: MoneySearch, signal: AbortSignal) {
  for await (const { payments } of client.pages("/payments", { params: { query: queryOf(search) }, signal }))
    yield payments;
}

/** The matching payments, newest first. */
export function usePayments(search: MoneySearch) {
  const { client, account } = useSession();
  const { tab: _, old: __, source: ___, month: ____, invoices: _____, words: ______, ...filter } = search;
  return useInfiniteQuery({
    queryKey: [account.id, "payments", "list", filter],
    initialPageParam: newestPage,
    queryFn: ({ pageParam, signal }) => {
      return newestFirst(async (page) => {
        const params = { query: { ...queryOf(filter), per_page: perPage, page } };
        const { data } = await client.GET("/payments", { params, signal });
        return pageOf(data.payments, data.meta);
      }, pageParam);
    },
    getNextPageParam: pageBefore,
    placeholderData: (before) => before,
  });
}

/** The clock of a payment's days: its rental's. */
export const zoneOf = ({ bookings = [] }: ListedPayment): string | undefined => bookings[0]?.rental?.time_zone;
