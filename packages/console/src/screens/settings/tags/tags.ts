import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { draftTexts, writtenTexts } from "../../../components/locale-texts.ts";
import type { FieldsDraft } from "../../../components/records/field-dialog.tsx";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";
import type { Tag, TagKind } from "../../../components/tags/tags.ts";

/** The color of a new tag. */
const firstColor = "#008080";

export const draftOfTag = (tag: Tag | undefined, locales: readonly string[]): FieldsDraft => ({
  ...draftTexts("name", tag?.name, locales),
  ...{ color: tag?.color ?? firstColor, logo: tag?.logo ?? "" },
});

const attributesOf = ({ color = firstColor, ...texts }: FieldsDraft) => ({ ...writtenTexts(texts), color });

/** Creates and changes the tags of a kind. */
export function useTagWriting(kind: TagKind): RecordWriting<Tag, FieldsDraft, number> {
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
      const tags = [attributesOf(draft)];
      if (ofRentals)
        await client.PUT("/rentals_tags/{rentals_tag_id}", {
          ...{ params: { path: { rentals_tag_id: id } }, headers: ifMatch(etag) },
          body: { rentals_tags: tags },
        });
      else
        await client.PUT("/bookings_tags/{bookings_tag_id}", {
          ...{ params: { path: { bookings_tag_id: id } }, headers: ifMatch(etag) },
          body: { bookings_tags: tags },
        });
      await invalidate();
    },
  };
}
