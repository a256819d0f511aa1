import { Button, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { BookingLink } from "../../../components/bookings/panel/booking-link.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { type Feed, isUnderWay } from "./feeds.ts";
import { FileButton } from "./file-button.tsx";
import { RemoveFeed } from "./remove-feed.tsx";

interface ImportItemProps {
  readonly feed: Feed;
  readonly rental: string;
  readonly formats: Formats;
}

/** An imported calendar: its last import, the result and any conflicts. */
export function ImportItem({ feed, rental, formats }: ImportItemProps) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const setEnabled = async (enabled: boolean) => {
    const params = { path: { calendar_feed_id: feed.id } };
    await client.PATCH("/calendar_feeds/{calendar_feed_id}", { params, body: { calendar_feeds: [{ enabled }] } });
    await queries.invalidateQueries({ queryKey: [account.id, "calendar_feeds"] });
  };
  const turning = useMutation({
    mutationFn: setEnabled,
    onSuccess: (_, enabled) =>
      notify({ text: enabled ? t("feeds.onNow") : t("feeds.offNow"), undo: () => setEnabled(!enabled) }),
  });
  const { name, url, enabled, last_success_at, last_error, conflicts } = feed;
  return (
    <li>
      <strong>{name}</strong> · {rental}
      <p className="hint">{url ?? t("feeds.byFile")}</p>
      {last_error !== null && <p className="bad">{last_error}</p>}
      <p>
        {isUnderWay(feed)
          ? t("feeds.underWay")
          : last_success_at === null
            ? t("feeds.notRead")
            : t("feeds.read", { moment: formats.moment(last_success_at) })}{" "}
        {!enabled && t("feeds.off")}
      </p>
      {last_success_at !== null && (
        <p>
          {t("feeds.came", {
            events: feed.events_count,
            made: feed.created_count,
            moved: feed.updated_count,
            canceled: feed.canceled_count,
          })}
        </p>
      )}
      {feed.conflicts_count > 0 && (
        <details>
          <summary className="bad">{t("feeds.conflicts", { count: feed.conflicts_count })}</summary>
          <ul>
            {conflicts.map(({ uid, start, end, booking_id, reason }) => (
              <li key={`${uid} ${start}`}>
                {start ?? "?"} – {end ?? "?"}: {reason}{" "}
                {booking_id !== null && <BookingLink id={booking_id}>{t("feeds.inTheWay")}</BookingLink>}
              </li>
            ))}
          </ul>
        </details>
      )}
      <Group gap="xs" mt="xs">
        {url === null ? (
          <FileButton feed={feed} />
        ) : (
          <Button
            variant="default"
            aria-label={t("feeds.turnOf", { what: enabled ? t("feeds.turnOff") : t("feeds.turnOn"), name })}
            loading={turning.isPending}
            onClick={() => turning.mutate(!enabled)}
          >
            {enabled ? t("feeds.turnOff") : t("feeds.turnOn")}
          </Button>
        )}
        <Button
          variant="default"
          aria-label={t("feeds.turnOf", { what: t("feeds.remove"), name })}
          onClick={() => setRemoving(true)}
        >
          {t("feeds.remove")}
        </Button>
      </Group>
      <FormProblems error={turning.error} excluded={[]} />
      {isRemoving && <RemoveFeed feed={feed} close={() => setRemoving(false)} />}
    </li>
  );
}
