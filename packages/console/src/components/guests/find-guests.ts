import { useDebouncedValue } from "@mantine/hooks";
import type { Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

const fields = ["id", "fullname", "company", "emails", "phones", "forget_me_at"] as const;

/** A guest in search results. */
export type FoundGuest = Pick<Resource<"clients">, "id" | "fullname" | "company" | "emails" | "phones">;

/** How many matches to show. With more, the person types more of the name. */
const maxFound = 8;
const typingMs = 200;

/** The existing guests whose name, e-mail address or telephone number matches, while the person types. */
export function useFoundGuests(searchText: string) {
  const { client, account } = useSession();
  const [words] = useDebouncedValue(searchText.trim(), typingMs);
  const found = useQuery({
    queryKey: [account.id, "clients", "find", words],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        searchesOf(words).map((search) => {
          const query = { ...search, fields: [...fields], per_page: maxFound };
          return client.GET("/clients", { params: { query }, signal });
        }),
      );
      const guests = answers.flatMap(({ data }) => data.clients).filter(({ forget_me_at }) => forget_me_at === null);
      return [...new Map(guests.map((guest) => [guest.id, guest])).values()].slice(0, maxFound);
    },
    enabled: words !== "",
    placeholderData: (before) => before,
  });
  return {
    guests: words === "" ? [] : (found.data ?? []),
    isSearching: found.isFetching || words !== searchText.trim(),
  };
}

/** The searches that a text means: digits are a number, an @ belongs to an address, words may be of either a name or an address. */
function searchesOf(words: string): readonly { name?: string; email?: string; phone?: string }[] {
  if (words.includes("@")) return [{ email: words }];
  if (/^[\d\s()+./-]+$/.test(words)) return words.replace(/\D/g, "").length >= 4 ? [{ phone: words }] : [];
  return [{ name: words }, { email: words }];
}
