import { Alert, Button } from "@mantine/core";
import { BookingLink } from "../../../components/bookings/panel/booking-link.tsx";
import { dayOf } from "../../../components/days.ts";
import { FormProblems } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "./feeds.module.css";
import { type Feed, useFeedChange } from "./feeds.ts";

interface FeedReportProps {
  readonly feed: Feed;
  readonly formats: Formats;
}

/** The result of an import's last reading, and the problems that need a person. */
export function FeedReport({ feed, formats }: FeedReportProps) {
  const { t } = useI18n();
  const { events_count: events, created_count: made, updated_count: moved, canceled_count: canceled } = feed;
  return (
    <>
      {feed.last_success_at !== null && (
        <p className="hint">
          {t("feeds.came", { events, made, moved, canceled })}{" "}
          {feed.echoes_count > 0 && t("feeds.echoes", { count: feed.echoes_count })}
        </p>
      )}
      {feed.last_error !== null && (
        <Alert color="red" mt="xs" title={feed.last_error}>
          {t("feeds.failingNext")}
        </Alert>
      )}
      {feed.state === "suspicious" && <Missing feed={feed} />}
      {feed.conflicts.length > 0 && <Conflicts feed={feed} formats={formats} />}
      {feed.unreadable.length > 0 && (
        <Alert color="yellow" mt="xs" title={t("feeds.unreadable", { count: feed.unreadable.length })}>
          <ul className={styles.nights}>
            {feed.unreadable.map(({ uid, reason }) => (
              <li key={uid}>
                {uid}: {reason}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

/** Missing stays, with the way to confirm that they are gone. */
function Missing({ feed }: { readonly feed: Feed }) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const confirming = useFeedChange<void>(async (client) => {
    await client.POST("/calendar_feeds/{calendar_feed_id}/confirm", {
      params: { path: { calendar_feed_id: feed.id } },
    });
    notify({ text: t("feeds.confirmed") });
  });
  return (
    <Alert color="red" mt="xs" title={t("feeds.missing", { missing: feed.missing_count, of: feed.events_count })}>
      <p>{t("feeds.missingNext")}</p>
      <Button mt="xs" loading={confirming.isPending} onClick={() => confirming.mutate()}>
        {t("feeds.confirmMissing")}
      </Button>
      <FormProblems error={confirming.error} excluded={[]} />
    </Alert>
  );
}

/** Conflicts by their nights: which booking is in the way, and what to do. */
function Conflicts({ feed, formats }: FeedReportProps) {
  const { t } = useI18n();
  const day = (text: string | undefined): string => (text === undefined ? "?" : formats.date(dayOf(text)));
  return (
    <Alert color="red" mt="xs" title={t("feeds.conflicts", { count: feed.conflicts_count })}>
      <p>{t("feeds.conflictNext", { name: feed.name })}</p>
      <ul className={styles.nights}>
        {feed.conflicts.map(({ uid, start, nights, end, booking_id, reason }) => (
          <li key={`${uid} ${start} ${booking_id}`}>
            <strong>
              {nights.length === 1 ? day(nights[0]) : `${day(nights[0] ?? start)} – ${day(nights.at(-1) ?? end)}`}
            </strong>{" "}
            <BookingLink id={booking_id}>{t("feeds.inTheWay")}</BookingLink>
            <p className="hint">
              {nights.length === 0 ? reason : t("feeds.why", { start: day(start), end: day(end) })}
            </p>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
