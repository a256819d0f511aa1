import type { Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

export const tagKinds = ["rentals_tags", "bookings_tags"] as const;
export type TagKind = (typeof tagKinds)[number];

/** A tag. Those of rentals and of bookings have the same attributes. */
export type Tag = Resource<TagKind>;

/** The account's tags of a kind, oldest first. */
export function useTags(kind: TagKind) {
  const { client, account, sees } = useSession();
  return useQuery({
    queryKey: [account.id, kind],
    enabled: sees(kind),
    queryFn: async ({ signal }) => {
      const tags: Tag[] = [];
      const found =
        kind === "rentals_tags"
          ? client.records("/rentals_tags", { signal })
          : client.records("/bookings_tags", { signal });
      for await (const tag of found) tags.push(tag);
      return tags;
    },
  });
}
