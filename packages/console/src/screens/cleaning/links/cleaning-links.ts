import type { RecordOf } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch, type Seen, versionOf } from "../../../components/conflict/version.ts";
import { beginningHere, dayOf, dayThen, textOf } from "../../../components/days.ts";

/** A secret address for a cleaner without an account (docs/concepts/cleaning.md). */
export type CleaningLink = RecordOf<"/cleaning_links">;

/** A link's editable fields. `lastDay` is the last valid day; empty means no end. */
export interface LinkDraft {
  readonly name: string;
  readonly rentals: readonly number[];
  readonly lastDay: string;
}

/** The account's links, with functions to save and revoke them. */
export function useCleaningLinks() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const queryKey = [account.id, "cleaning_links"];
  const invalidate = () => queries.invalidateQueries({ queryKey });
  const links = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const found: CleaningLink[] = [];
      for await (const link of client.records("/cleaning_links", { signal })) found.push(link);
      return found;
    },
  });
  const create = async (draft: LinkDraft, idempotencyKey: string): Promise<string> => {
    const { data } = await client.POST("/cleaning_links", {
      body: { cleaning_links: [bodyOf(draft)] },
      idempotencyKey,
    });
    await invalidate();
    const [made] = data.cleaning_links;
    if (!made?.secret) throw new Error("The response contains no secret.");
    return `${location.origin}/cleaning/${made.secret}`;
  };
  const revoke = async ({ id }: CleaningLink): Promise<void> => {
    await client.DELETE("/cleaning_links/{cleaning_link_id}", { params: { path: { cleaning_link_id: id } } });
    await invalidate();
  };
  return {
    links,
    revoke,
    /** @returns the link's address, which the API reveals only once */
    create,
    async read(id: number): Promise<Seen<CleaningLink>> {
      const params = { path: { cleaning_link_id: [id] } };
      const { data, response } = await client.GET("/cleaning_links/{cleaning_link_id}", { params });
      const [link] = data.cleaning_links;
      if (!link) throw new TypeError("The link is gone.");
      return { ...link, etag: versionOf(response) };
    },
    async change({ id, etag }: Seen<CleaningLink>, draft: LinkDraft): Promise<void> {
      const params = { path: { cleaning_link_id: id } };
      const body = { cleaning_links: [bodyOf(draft)] };
      await client.PUT("/cleaning_links/{cleaning_link_id}", { params, headers: ifMatch(etag), body });
      await invalidate();
    },
    /** Replaces a link by one with another address. The new one exists before the old one ends. @returns the new address */
    async renew(link: CleaningLink, idempotencyKey: string): Promise<string> {
      const address = await create(draftOf(link), idempotencyKey);
      await revoke(link);
      return address;
    },
  };
}

/** A link expires at the end of its last day by the account's clock. */
function bodyOf({ name, rentals, lastDay }: LinkDraft) {
  const expires_at = lastDay === "" ? null : beginningHere(dayOf(lastDay) + 1);
  return { name, rental_ids: [...rentals], expires_at };
}

export function draftOf(link: CleaningLink | undefined): LinkDraft {
  if (!link) return { name: "", rentals: [], lastDay: "" };
  return { name: link.name, rentals: link.links.rentals, lastDay: link.expires_at ? lastDayOf(link.expires_at) : "" };
}

/** A link's last valid day by the account's clock. */
export const lastDayOf = (expires: string): string =>
  textOf(dayThen(new Date(Date.parse(expires) - 1000).toISOString()));
