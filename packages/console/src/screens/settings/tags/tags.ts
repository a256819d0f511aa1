import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch, type RecordWriting, versioned } from "../../../components/records/record-writing.ts";
import type { Tag, TagKind } from "../../../components/tags/tags.ts";

/** A tag in the form: its color and icon, and `name_<locale>` for each locale of the account. */
export type TagDraft = Readonly<Record<string, string>>;

export const nameField = (locale: string): string => `name_${locale}`;

/** The color of a new tag. */
const firstColor = "#008080";

export function draftOfTag(tag: Tag | undefined, locales: readonly string[]): TagDraft {
  const names = locales.map((locale) => [nameField(locale), tag?.name[locale] ?? ""]);
  return { ...Object.fromEntries(names), color: tag?.color ?? firstColor, logo: tag?.logo ?? "" };
}

function attributesOf({ color = firstColor, logo = "", ...names }: TagDraft) {
  return {
    ...Object.fromEntries(Object.entries(names).map(([name, text]) => [name, text.trim() || null])),
    color,
    logo: logo || null,
  };
}

/** Creates and changes the tags of a kind. */
export function useTagWriting(kind: TagKind): RecordWriting<Tag, TagDraft, number> {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, kind] });
  const ofRentals = kind === "rentals_tags";
  return {
    async read(id) {
      if (ofRentals) {
        const { data, response } = await client.GET("/rentals_tags/{rentals_tag_id}", {
          params: { path: { rentals_tag_id: [id] } },
        });
        return versioned(data.rentals_tags[0], response);
      }
      const { data, response } = await client.GET("/bookings_tags/{bookings_tag_id}", {
        params: { path: { bookings_tag_id: [id] } },
      });
      return versioned(data.bookings_tags[0], response);
    },
    async create(draft) {
      const tags = [attributesOf(draft)];
      if (ofRentals) await client.POST("/rentals_tags", { body: { rentals_tags: tags } });
      else await client.POST("/bookings_tags", { body: { bookings_tags: tags } });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      const [tags, headers] = [[attributesOf(draft)], ifMatch(etag)];
      if (ofRentals)
        await client.PUT("/rentals_tags/{rentals_tag_id}", {
          ...{ params: { path: { rentals_tag_id: id } }, headers },
          body: { rentals_tags: tags },
        });
      else
        await client.PUT("/bookings_tags/{bookings_tag_id}", {
          ...{ params: { path: { bookings_tag_id: id } }, headers },
          body: { bookings_tags: tags },
        });
      await invalidate();
    },
  };
}
