import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch, type Seen } from "../../../components/conflict/version.ts";
import { versioned } from "../../../components/records/record-writing.ts";
import type { Feed } from "./feeds.ts";

/** The settings of a calendar: its reading, or the content of an exported one. */
export interface FeedChoices
  extends Pick<Feed, "treat_as" | "preparation_days_apply" | "names" | "include_preparation_days"> {
  /** The ignored titles, one a line. */
  readonly ignored: string;
}

export function choicesOf({ ignore_summaries, ...feed }: Feed): FeedChoices {
  const { treat_as, preparation_days_apply, names, include_preparation_days } = feed;
  return { treat_as, preparation_days_apply, names, include_preparation_days, ignored: ignore_summaries.join("\n") };
}

/** Reads and changes a calendar's choices. */
export function useFeedWriting(id: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return {
    async read(): Promise<Seen<Feed>> {
      const params = { path: { calendar_feed_id: [id] } };
      const { data, response } = await client.GET("/calendar_feeds/{calendar_feed_id}", { params });
      return versioned(data.calendar_feeds[0], response);
    },
    async write({ kind, etag }: Seen<Feed>, choices: FeedChoices): Promise<void> {
      const { names, include_preparation_days, ignored, ...reading } = choices;
      const ignore_summaries = ignored.split("\n").filter((line) => line.trim() !== "");
      const attributes = kind === "import" ? { ...reading, ignore_summaries } : { names, include_preparation_days };
      await client.PATCH("/calendar_feeds/{calendar_feed_id}", {
        ...{ params: { path: { calendar_feed_id: id } }, headers: ifMatch(etag) },
        body: { calendar_feeds: [attributes] },
      });
      await queries.invalidateQueries({ queryKey: [account.id, "calendar_feeds"] });
    },
  };
}
