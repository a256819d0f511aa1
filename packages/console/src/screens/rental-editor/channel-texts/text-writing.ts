import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { draftTexts, writtenTexts } from "../../../components/locale-texts.ts";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";

export type ChannelText = Resource<"rentals_contents_overrides">;

/** An application's texts in each of the account's locales, and the application's id. */
export type ChannelTextDraft = Readonly<Record<string, string>> & { readonly application_id: string };

/** The texts that an application can override, with the rows of their fields. */
export const textNames = ["headline", "summary", "description"] as const;

export const draftOfText = (
  one: ChannelText | undefined,
  locales: readonly string[],
  first: string,
): ChannelTextDraft => ({
  ...Object.assign({}, ...textNames.map((name) => draftTexts(name, one?.[name], locales))),
  application_id: one ? String(one.links.application) : first,
});

/** The texts of all applications for a rental. */
export function useChannelTexts(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rentals_contents_overrides", rental],
    queryFn: async ({ signal }) => {
      const texts: ChannelText[] = [];
      for await (const one of client.records("/rentals_contents_overrides", { signal }))
        if (one.links.rental === rental) texts.push(one);
      return texts;
    },
  });
}

/** Creates, changes and removes applications' texts for a rental. */
export function useChannelTextWriting(rental: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "rentals_contents_overrides"] });
  const writing: RecordWriting<ChannelText, ChannelTextDraft, number> = {
    async read(id) {
      const params = { path: { rentals_content_override_id: [id] } };
      const { data, response } = await client.GET("/rentals_contents_overrides/{rentals_content_override_id}", {
        params,
      });
      return versioned(data.rentals_contents_overrides[0], response);
    },
    async create({ application_id, ...texts }) {
      const links = { application_id: Number(application_id), rental_id: rental };
      const body = { rentals_contents_overrides: [{ ...writtenTexts(texts), ...links }] };
      await client.POST("/rentals_contents_overrides", { body });
      await invalidate();
    },
    async change({ id, etag }, { application_id: _, ...texts }) {
      await client.PUT("/rentals_contents_overrides/{rentals_content_override_id}", {
        ...{ params: { path: { rentals_content_override_id: id } }, headers: ifMatch(etag) },
        body: { rentals_contents_overrides: [writtenTexts(texts)] },
      });
      await invalidate();
    },
  };
  return {
    writing,
    async remove({ id }: ChannelText): Promise<void> {
      const params = { path: { rentals_content_override_id: id } };
      await client.DELETE("/rentals_contents_overrides/{rentals_content_override_id}", { params });
      await invalidate();
    },
  };
}
