import type { Client, RecordOf, Resource } from "@roost/client";
import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { ifMatch, type Seen, versionOf } from "../../components/conflict/version.ts";

export type Guest = Resource<"clients">;

const found = ["id", "fullname", "company", "emails", "phones", "forget_me_at"] as const;

/** A guest in the list. */
export type FoundGuest = Pick<Guest, (typeof found)[number]>;

/** The guests whose name, company, e-mail address or number matches, page by page. */
export function useGuests(searchText: string) {
  const { client, account } = useSession();
  const words = searchText.trim();
  return useInfiniteQuery({
    queryKey: [account.id, "clients", "list", words],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...(words !== "" && { query: words }), page: pageParam, fields: [...found] };
      return (await client.GET("/clients", { params: { query }, signal })).data;
    },
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (page < Number(last.meta["X-Total-Pages"]) ? page + 1 : undefined),
    placeholderData: (before) => before,
  });
}

/** A guest with the version that was read. */
export type SeenGuest = Seen<Guest>;

const guestQuery = (client: Client, account: number, id: number) =>
  queryOptions({
    queryKey: [account, "clients", id],
    queryFn: async ({ signal }): Promise<SeenGuest> => {
      const params = { path: { client_id: [id] } };
      const { data, response } = await client.GET("/clients/{client_id}", { params, signal });
      const [guest] = data.clients;
      if (!guest) throw new TypeError("The response contains no client.");
      return { ...guest, etag: versionOf(response) };
    },
  });

export function useGuest(id: number) {
  const { client, account } = useSession();
  return useQuery(guestQuery(client, account.id, id));
}

/** Reads and writes a guest. */
export function useGuestWrites(id: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return {
    read: () => queries.fetchQuery({ ...guestQuery(client, account.id, id), staleTime: 0 }),
    /** Refused if the guest has changed since the person saw them. */
    async change({ etag }: SeenGuest, changes: Resource<"clients_update">, idempotencyKey: string): Promise<void> {
      const params = { path: { client_id: id } };
      const body = { clients: [changes] };
      await client.PUT("/clients/{client_id}", { params, body, headers: ifMatch(etag), idempotencyKey });
      await queries.invalidateQueries({ queryKey: [account.id, "clients"] });
    },
  };
}

/** All stays of a guest, including canceled ones, latest first. */
export function useStaysOf(guest: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "bookings", "of-guest", guest],
    queryFn: async ({ signal }) => {
      const query = { client_id: [guest], include_canceled: true, from: "2000-01-01", include: ["rental"] };
      const stays: RecordOf<"/bookings">[] = [];
      for await (const stay of client.records("/bookings", { params: { query }, signal })) stays.push(stay);
      return stays.sort((one, other) => Date.parse(other.start_at) - Date.parse(one.start_at));
    },
  });
}

/** A guest's conversations. */
export function useConversationsOf(guest: number) {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "conversations", "of-guest", guest],
    queryFn: async ({ signal }) => {
      const params = { query: { client_id: [guest] } };
      return (await client.GET("/inbox/conversations", { params, signal })).data.conversations;
    },
    enabled: may("inbox_read"),
  });
}
