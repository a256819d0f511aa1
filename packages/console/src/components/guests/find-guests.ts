import { useDebouncedValue } from "@mantine/hooks";
import type { Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

const fields = ["id", "fullname", "company", "emails", "phones", "forget_me_at"] as const;

/** A guest in search results. */
export type FoundGuest = Pick<Resource<"clients">, "id" | "fullname" | "company" | "emails" | "phones">;

/** The maximum number of matches to show. With more, the person types more of the name. */
const maxFound = 8;
const typingMs = 200;

/** The existing guests whose name, e-mail address or telephone number matches, while the person types. */
export function useFoundGuests(searchText: string) {
  const { client, account } = useSession();
  const [words] = useDebouncedValue(searchText.trim(), typingMs);
  const found = useQuery({
    queryKey: [account.id, "clients", "find", words],
    queryFn: async ({ signal }) => {
      const query = { query: words, fields: [...fields], per_page: maxFound };
      const { data } = await client.GET("/clients", { params: { query }, signal });
      return data.clients.filter(({ forget_me_at }) => forget_me_at === null);
    },
    enabled: words !== "",
  });
  const isSearching = found.isLoading || words !== searchText.trim();
  // None of an earlier text: they would move under the place that the arrow keys have marked.
  return { guests: isSearching ? [] : (found.data ?? []), error: found.error, isSearching };
}

/** A guest who was found before. */
export function useFoundGuest(id: number | undefined) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "clients", "find", id],
    queryFn: async ({ signal }): Promise<FoundGuest | undefined> => {
      if (id === undefined) return undefined;
      const params = { path: { client_id: [id] }, query: { fields: [...fields] } };
      const { data } = await client.GET("/clients/{client_id}", { params, signal });
      return data.clients.find(({ forget_me_at }) => forget_me_at === null);
    },
    enabled: id !== undefined,
  });
}
