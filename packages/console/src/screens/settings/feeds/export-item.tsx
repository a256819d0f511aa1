import { Button, Group } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWorking } from "../../../app/session.tsx";
import { useNotices } from "../../../parts/notices.tsx";
import { SureDialog } from "../../../parts/sure-dialog.tsx";
import { useWords } from "../../../words/words.tsx";
import { CopiedText } from "../copied-text.tsx";
import type { Feed } from "./feeds.ts";
import { RemoveFeed } from "./remove-feed.tsx";

/** A calendar that is given away, by its address. */
export function ExportItem({ feed, rental }: { readonly feed: Feed; readonly rental: string }) {
  const { words } = useWords();
  const { client, account } = useWorking();
  const { tell } = useNotices();
  const queries = useQueryClient();
  const [open, setOpen] = useState<"remove" | "rotate">();
  const { name, names, export_url } = feed;
  return (
    <li>
      <strong>{name}</strong> · {rental}
      <p className="hint">{names ? words.feeds.withNames : words.feeds.withoutNames}</p>
      <CopiedText label={words.feeds.addressOf(name, rental)} text={export_url ?? ""} />
      <Group gap="xs" mt="xs">
        <Button
          variant="default"
          aria-label={words.feeds.turnOf(words.feeds.rotate, name)}
          onClick={() => setOpen("rotate")}
        >
          {words.feeds.rotate}
        </Button>
        <Button
          variant="default"
          aria-label={words.feeds.turnOf(words.feeds.remove, name)}
          onClick={() => setOpen("remove")}
        >
          {words.feeds.remove}
        </Button>
      </Group>
      {open === "remove" && <RemoveFeed feed={feed} close={() => setOpen(undefined)} />}
      {open === "rotate" && (
        <SureDialog
          title={words.feeds.rotate}
          yes={words.feeds.rotateNow}
          act={async () => {
            const params = { path: { calendar_feed_id: feed.id } };
            const body = { calendar_feeds: [{ rotate: true }] };
            await client.PATCH("/calendar_feeds/{calendar_feed_id}", { params, body });
            await queries.invalidateQueries({ queryKey: [account.id, "calendar_feeds"] });
          }}
          done={() => tell({ text: words.feeds.rotated })}
          close={() => setOpen(undefined)}
        >
          <p>{words.feeds.rotating}</p>
        </SureDialog>
      )}
    </li>
  );
}
