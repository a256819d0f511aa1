import { useInfiniteQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { type NewestFirst, newestFirst } from "./newest-first.ts";

export type PayoutKind = "payouts" | "channel_payouts";

/** A payout without its lines. */
export interface ListedPayout {
  readonly id: number;
  readonly reference: string;
  /** The gateway, or the channel. */
  readonly from: number;
  readonly paid_at: string;
  readonly amount_in_cents: number;
  readonly currency: string;
}

const fields = ["id", "links", "reference", "paid_at", "amount_in_cents", "currency"] as const;

/** The service hands out the payouts of gateways one at a time: so many are asked for at once. */
const atOnce = 10;
const perPage = 25;

/** The payouts of a gateway, the newest first: lists begin with the oldest, so that they are read from their end. */
export function usePayouts(gateway: number | undefined) {
  const { client, account } = useSession();
  return useInfiniteQuery({
    queryKey: [account.id, "payouts", "list", gateway],
    initialPageParam: 0,
    enabled: gateway !== undefined,
    queryFn: async ({ pageParam, signal }): Promise<NewestFirst<ListedPayout>> => {
      const read = async (page: number) => {
        const query = { payment_gateway_id: [gateway ?? 0], fields: [...fields], per_page: 1, page };
        const { data } = await client.GET("/payouts", { params: { query }, signal });
        return { found: data.payouts, inAll: Number(data.meta["X-Total-Count"]) };
      };
      const last = pageParam || (await read(1)).inAll;
      const pages = Array.from({ length: Math.min(atOnce, last) }, (_, index) => last - index);
      const answers = await Promise.all(pages.map(read));
      const found = answers.flatMap(({ found }) =>
        found.map(({ links, ...rest }) => ({ ...rest, from: links.payment_gateway })),
      );
      return { found, inAll: answers[0]?.inAll ?? 0, page: last - pages.length + 1 };
    },
    getNextPageParam: ({ page }) => (page > 1 ? page - 1 : undefined),
  });
}

/** What channels have wired, of all of them or of one, the newest first. */
export function useChannelPayouts(source: number | undefined) {
  const { client, account } = useSession();
  return useInfiniteQuery({
    queryKey: [account.id, "channel_payouts", "list", source],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }): Promise<NewestFirst<ListedPayout>> => {
      const read = async (page: number) => {
        const query = { ...(source && { source_id: [source] }), fields: [...fields], per_page: perPage, page };
        const { data } = await client.GET("/channel_payouts", { params: { query }, signal });
        const found = data.channel_payouts.map(({ links, ...rest }) => ({ ...rest, from: links.source }));
        return { found, inAll: Number(data.meta["X-Total-Count"]) };
      };
      return newestFirst(read, perPage, pageParam);
    },
    getNextPageParam: ({ page }) => (page > 1 ? page - 1 : undefined),
  });
}
