import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { anyVersion, ifMatch } from "../../../components/conflict/version.ts";
import { FormProblems } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { FeedChoices } from "./feed-choices.tsx";
import { FeedReport } from "./feed-report.tsx";
import { FeedState } from "./feed-state.tsx";
import styles from "./feeds.module.css";
import { type Feed, isUnderWay, useFeedChange } from "./feeds.ts";
import { FileButton } from "./file-button.tsx";
import { RemoveFeed } from "./remove-feed.tsx";

interface ImportItemProps {
  readonly feed: Feed;
  readonly rental: string;
  readonly formats: Formats;
}

/** An imported calendar: its state, what needs a person, and its actions. */
export function ImportItem({ feed, rental, formats }: ImportItemProps) {
  const { t } = useI18n();
  const [open, setOpen] = useState<"choose" | "remove">();
  const { name, url, last_success_at } = feed;
  const label = (what: string): string => t("feeds.turnOf", { what, name });
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <strong>{name}</strong> · {rental} <FeedState feed={feed} />
      </div>
      <p className="hint">
        {url ?? t("feeds.byFile")} ·{" "}
        {last_success_at === null ? t("feeds.notRead") : t("feeds.read", { moment: formats.moment(last_success_at) })}
      </p>
      <FeedReport feed={feed} formats={formats} />
      <Group gap="xs" mt="xs">
        {url === null ? <FileButton feed={feed} /> : <ReadingButtons feed={feed} label={label} />}
        <Button variant="default" aria-label={label(t("feeds.choices"))} onClick={() => setOpen("choose")}>
          {t("feeds.choices")}
        </Button>
        <Button variant="default" aria-label={label(t("feeds.remove"))} onClick={() => setOpen("remove")}>
          {t("feeds.remove")}
        </Button>
      </Group>
      {open === "choose" && <FeedChoices feed={feed} close={() => setOpen(undefined)} />}
      {open === "remove" && <RemoveFeed feed={feed} close={() => setOpen(undefined)} />}
    </li>
  );
}

/** Reads an address now, or pauses it. */
function ReadingButtons({ feed, label }: { readonly feed: Feed; readonly label: (what: string) => string }) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const params = { path: { calendar_feed_id: feed.id } };
  const reading = useFeedChange<void>((client) => client.POST("/calendar_feeds/{calendar_feed_id}/sync", { params }));
  const turning = useFeedChange<boolean>((client, enabled) =>
    client.PATCH("/calendar_feeds/{calendar_feed_id}", {
      ...{ params, headers: ifMatch(anyVersion) },
      body: { calendar_feeds: [{ enabled }] },
    }),
  );
  const turn = async (enabled: boolean): Promise<void> => {
    await turning.mutateAsync(enabled);
  };
  const { enabled } = feed;
  const change = enabled ? t("feeds.turnOff") : t("feeds.turnOn");
  return (
    <>
      {enabled && (
        <Button
          variant="default"
          aria-label={label(t("feeds.readNow"))}
          loading={reading.isPending || isUnderWay(feed)}
          onClick={() => reading.mutate()}
        >
          {t("feeds.readNow")}
        </Button>
      )}
      <Button
        variant="default"
        aria-label={label(change)}
        loading={turning.isPending}
        onClick={() =>
          turning.mutate(!enabled, {
            onSuccess: () =>
              notify({ text: enabled ? t("feeds.offNow") : t("feeds.onNow"), undo: () => turn(enabled) }),
          })
        }
      >
        {change}
      </Button>
      <FormProblems error={reading.error ?? turning.error} excluded={[]} />
    </>
  );
}
