import { Checkbox } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Feed } from "./feeds.ts";

/** Removes a calendar. An import's future bookings are canceled unless the person keeps them. */
export function RemoveFeed({ feed, close }: { readonly feed: Feed; readonly close: () => void }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const [keeps, setKeeps] = useState(false);
  const isImport = feed.kind === "import";
  return (
    <ConfirmDialog
      title={t("feeds.remove")}
      confirmLabel={t("feeds.removeNow")}
      act={async () => {
        const params = { path: { calendar_feed_id: feed.id } };
        const body = keeps ? { body: { calendar_feeds: [{ keep_bookings: true }] } } : {};
        await client.DELETE("/calendar_feeds/{calendar_feed_id}", { params, ...body });
        await queries.invalidateQueries({ queryKey: [account.id, "calendar_feeds"] });
      }}
      done={() => notify({ text: t("feeds.removed", { name: feed.name }) })}
      close={close}
    >
      <p>
        {isImport ? t("feeds.removingImport", { name: feed.name }) : t("feeds.removingExport", { name: feed.name })}
      </p>
      {isImport && (
        <Checkbox
          label={t("feeds.keepBookings")}
          checked={keeps}
          onChange={({ currentTarget }) => setKeeps(currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
