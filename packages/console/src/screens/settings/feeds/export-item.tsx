import { Button, Group } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { anyVersion, ifMatch } from "../../../components/conflict/version.ts";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { CopiedText } from "../copied-text.tsx";
import { FeedChoices } from "./feed-choices.tsx";
import styles from "./feeds.module.css";
import type { Feed } from "./feeds.ts";
import { RemoveFeed } from "./remove-feed.tsx";

/** An exported calendar with its address. */
export function ExportItem({ feed, rental }: { readonly feed: Feed; readonly rental: string }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const [open, setOpen] = useState<"remove" | "rotate" | "choose">();
  const { name, names, include_preparation_days: preparation, export_url } = feed;
  return (
    <li className={styles.item}>
      <strong>{name}</strong> · {rental}
      <p className="hint">
        {names ? t("feeds.withNames") : t("feeds.withoutNames")} {preparation && t("feeds.withPreparation")}
      </p>
      <CopiedText label={t("feeds.addressOf", { name, rental })} text={export_url ?? ""} />
      <Group gap="xs" mt="xs">
        <Button
          variant="default"
          aria-label={t("feeds.turnOf", { what: t("feeds.choices"), name })}
          onClick={() => setOpen("choose")}
        >
          {t("feeds.choices")}
        </Button>
        <Button
          variant="default"
          aria-label={t("feeds.turnOf", { what: t("feeds.rotate"), name })}
          onClick={() => setOpen("rotate")}
        >
          {t("feeds.rotate")}
        </Button>
        <Button
          variant="default"
          aria-label={t("feeds.turnOf", { what: t("feeds.remove"), name })}
          onClick={() => setOpen("remove")}
        >
          {t("feeds.remove")}
        </Button>
      </Group>
      {open === "choose" && <FeedChoices feed={feed} close={() => setOpen(undefined)} />}
      {open === "remove" && <RemoveFeed feed={feed} close={() => setOpen(undefined)} />}
      {open === "rotate" && (
        <ConfirmDialog
          title={t("feeds.rotate")}
          confirmLabel={t("feeds.rotateNow")}
          act={async () => {
            const params = { path: { calendar_feed_id: feed.id } };
            const body = { calendar_feeds: [{ rotate: true }] };
            await client.PATCH("/calendar_feeds/{calendar_feed_id}", { params, headers: ifMatch(anyVersion), body });
            await queries.invalidateQueries({ queryKey: [account.id, "calendar_feeds"] });
          }}
          done={() => notify({ text: t("feeds.rotated") })}
          close={() => setOpen(undefined)}
        >
          <p>{t("feeds.rotating")}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
