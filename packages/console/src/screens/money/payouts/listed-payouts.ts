import { useInfiniteQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { newestFirst, newestPage, pageBefore, pageOf, type ReversedPage } from "../../../components/newest-first.ts";

export type PayoutKind = "payouts" | "channel_payouts";

/** A payout without its lines. */
export interface ListedPayout {
  readonly id: number;
  readonly reference: string;
  /** The gateway's or channel's id. */
  readonly from: number;
  readonly paid_at: string;
  readonly amount_in_cents: number;
  readonly currency: string;
}

const fields = ["id", "links", "reference", "paid_at", "amount_in_cents", "currency"] as const;

/** The API returns one gateway payout for each page, so this many pages are requested together. */
const pagesAtOnce = 10;
const perPage = 25;

/** A gateway's payouts, newest first. Lists are ascending, so they are read from the end. */
export function usePayouts(gateway: number | undefined) {
  const { client, account } = useSession();
  return useInfiniteQuery({
    queryKey: [account.id, "payouts", "list", gateway],
    initialPageParam: newestPage,
    enabled: gateway !== undefined,
    queryFn: async ({ pageParam, signal }): Promise<ReversedPage<ListedPayout>> => {
      const read = async (page: number) => {
        const query = { payment_gateway_id: [gateway ?? 0], fields: [...fields], per_page: 1, page };
        const { data } = await client.GET("/payouts", { params: { query }, signal });
        return pageOf(data.payouts, data.meta);
      };
      const last = pageParam ?? (await read(1)).total;
      const pages = Array.from({ length: Math.min(pagesAtOnce, last) }, (_, index) => last - index);
      const answers = await Promise.all(pages.map(read));
      const records = answers.flatMap(({ records }) =>
        records.map(({ links, ...rest }) => ({ ...rest, from: links.payment_gateway })),
      );
      return { records, total: answers[0]?.total ?? 0, page: last - pages.length + 1 };
    },
    getNextPageParam: pageBefore,
  });
}

/** The payouts of one channel or all, newest first. */
export function useChannelPayouts(source: number | undefined) {
  const { client, account } = useSession();
  return useInfiniteQuery({
    queryKey: [account.id, "channel_payouts", "list", source],
    initialPageParam: newestPage,
    queryFn: ({ pageParam, signal }): Promise<ReversedPage<ListedPayout>> => {
      const read = async (page: number) => {
        const query = { ...(source && { source_id: [source] }), fields: [...fields], per_page: perPage, page };
        const { data } = await client.GET("/channel_payouts", { params: { query }, signal });
        const records = data.channel_payouts.map(({ links, ...rest }) => ({ ...rest, from: links.source }));
        return pageOf(records, data.meta);
      };
      return newestFirst(read, pageParam);
    },
    getNextPageParam: pageBefore,
  });
}
