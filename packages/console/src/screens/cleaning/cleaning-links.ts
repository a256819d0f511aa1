import type { RecordOf } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf, msOfDay, textOf } from "../../components/days.ts";

/** A secret address for who cleans without an account (docs/concepts/cleaning.md). */
export type CleaningLink = RecordOf<"/cleaning_links">;

/** What is said of a link: whom it is for, the rentals, and the last day on which it works, empty for none. */
export interface LinkDraft {
  readonly name: string;
  readonly rentals: readonly number[];
  readonly lastDay: string;
}

/** The links of the account, and what can be done with them. */
export function useCleaningLinks() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const queryKey = [account.id, "cleaning_links"];
  const readAgain = () => queries.invalidateQueries({ queryKey });
  const links = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const found: CleaningLink[] = [];
      for await (const link of client.records("/cleaning_links", { signal })) found.push(link);
      return found;
    },
  });
  return {
    links,
    /** @returns the address of a new link, which is told this once */
    async save(draft: LinkDraft, link: CleaningLink | undefined): Promise<string | undefined> {
      const cleaning_links: [ReturnType<typeof bodyOf>] = [bodyOf(draft)];
      if (link) {
        const params = { path: { cleaning_link_id: link.id } };
        await client.PUT("/cleaning_links/{cleaning_link_id}", { params, body: { cleaning_links } });
        await readAgain();
        return undefined;
      }
      const { data } = await client.POST("/cleaning_links", { body: { cleaning_links } });
      await readAgain();
      const [made] = data.cleaning_links;
      if (!made?.secret) throw new Error("The answer to a new link told no secret.");
      return `${location.origin}/cleaning/${made.secret}`;
    },
    async revoke({ id }: CleaningLink): Promise<void> {
      await client.DELETE("/cleaning_links/{cleaning_link_id}", { params: { path: { cleaning_link_id: id } } });
      await readAgain();
    },
  };
}

/** A link works on its last day, and ends with it where the person is. */
function bodyOf({ name, rentals, lastDay }: LinkDraft) {
  const expires_at = lastDay === "" ? null : new Date(`${textOf(dayOf(lastDay) + 1)}T00:00:00`).toISOString();
  return { name, rental_ids: [...rentals], expires_at };
}

export function draftOf(link: CleaningLink | undefined): LinkDraft {
  if (!link) return { name: "", rentals: [], lastDay: "" };
  return { name: link.name, rentals: link.links.rentals, lastDay: link.expires_at ? lastDayOf(link.expires_at) : "" };
}

/** The last day on which a link works, as the person's clock shows it. */
export function lastDayOf(expires: string): string {
  const end = Date.parse(expires) - 1000;
  return textOf(Math.floor((end - new Date(end).getTimezoneOffset() * 60_000) / msOfDay));
}
