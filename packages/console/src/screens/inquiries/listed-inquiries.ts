import type { RecordOf } from "@roost/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { newestFirst, newestPage, pageBefore, pageOf } from "../../components/newest-first.ts";
import type { InquiryList } from "./inquiries-search.ts";

export type Inquiry = RecordOf<"/inquiries">;

const perPage = 100;

/** Whether the inquiry has become a booking that was not canceled. */
export const isBooked = ({ booking }: Inquiry): boolean => booking != null && booking.canceled_at === null;

/** The stay's first and last day such as `2027-07-01`; undefined without dates. */
export const daysOf = ({ start_at, end_at }: Pick<Inquiry, "start_at" | "end_at">) =>
  start_at && end_at ? { arrival: start_at.slice(0, 10), departure: end_at.slice(0, 10) } : undefined;

/** The inquiries of a list, newest first, page by page. The API does not filter them. */
export function useInquiries(shown: InquiryList) {
  const { client, account } = useSession();
  return useInfiniteQuery({
    queryKey: [account.id, "inquiries", "list"],
    initialPageParam: newestPage,
    queryFn: ({ pageParam, signal }) =>
      newestFirst(async (page) => {
        const params = { query: { include: ["booking"], per_page: perPage, page } };
        const { data } = await client.GET("/inquiries", { params, signal });
        return pageOf(data.inquiries, data.meta);
      }, pageParam),
    getNextPageParam: pageBefore,
    select: ({ pages }) =>
      pages
        .flatMap(({ records }) => records)
        .filter((inquiry) => shown === "all" || isBooked(inquiry) === (shown === "booked")),
  });
}
