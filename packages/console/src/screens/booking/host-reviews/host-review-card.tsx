import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import type { BookingRecord } from "../../../components/bookings/booking-record.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { dayOf, todayAt } from "../../../components/days.ts";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { Pending } from "../../../components/pending.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "../booking.module.css";
import { Card } from "../card.tsx";
import { Facts } from "../facts.tsx";
import { DismissReview } from "./dismiss-review.tsx";
import { HostReviewDialog } from "./host-review-dialog.tsx";
import { criteria, type ListedHostReview, useHostReviewsOf, useHostReviewWriting } from "./host-reviews.ts";

interface HostReviewCardProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

/** The team's review of the guest, after a stay that took place: written, submitted and dismissed (conventions.md, host_reviews). */
export function HostReviewCard({ booking, formats }: HostReviewCardProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const reviews = useHostReviewsOf(booking.id);
  const [edited, setEdited] = useState<string | "new">();
  const isOver = dayOf(booking.end_at) <= todayAt(booking.rental?.time_zone);
  const hasGuest = booking.client != null && !booking.unavailable && !booking.canceled_at;
  if (!may("reviews_write") || !(isOver && hasGuest)) return null;
  if (reviews.error)
    return (
      <Card title={t("hostReviews.title")}>
        <Pending reads={[reviews]} />
      </Card>
    );
  if (!reviews.data) return null;
  return (
    <Card title={t("hostReviews.title")}>
      {reviews.data.length === 0 && (
        <>
          <p className="hint">{t("hostReviews.none")}</p>
          <Button size="compact-sm" variant="default" onClick={() => setEdited("new")}>
            {t("hostReviews.write")}
          </Button>
        </>
      )}
      {reviews.data.map((review) => (
        <OneReview
          key={review.id}
          {...{ review, formats }}
          booking={booking.id}
          timeZone={booking.rental?.time_zone}
          edit={() => setEdited(review.id)}
        />
      ))}
      {edited && (
        <HostReviewDialog
          booking={booking.id}
          id={edited === "new" ? undefined : edited}
          close={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

interface OneReviewProps {
  readonly booking: number;
  readonly review: ListedHostReview;
  readonly timeZone: string | undefined;
  readonly formats: Formats;
  readonly edit: () => void;
}

function OneReview({ booking, review, timeZone, formats, edit }: OneReviewProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { submit, dismiss } = useHostReviewWriting(booking);
  const [isSubmitting, setSubmitting] = useState(false);
  const { comment, private_comment, is_guest_recommended: recommended, submitted_at, dismissed_at, reply } = review;
  const isDraft = submitted_at === null && dismissed_at === null;
  const moment = (at: string) => formats.moment(at, timeZone);
  const rated = criteria.flatMap((name): (readonly [string, string])[] => {
    const rating = review.criteria?.[name]?.rating;
    return rating == null ? [] : [[t(`hostReviews.criteria.${name}`), t("today.rated", { rating: Number(rating) })]];
  });
  return (
    <>
      <p className="hint">
        {dismissed_at && t("hostReviews.dismissedOn", { moment: moment(dismissed_at) })}
        {isDraft && t("hostReviews.draftUntil", { moment: moment(review.expires_at) })}
        {!dismissed_at && submitted_at && t("hostReviews.submittedOn", { moment: moment(submitted_at) })}
      </p>
      {comment && <p className={classes.notes}>{comment}</p>}
      <Facts
        facts={[
          ...rated,
          [
            t("hostReviews.recommended"),
            recommended != null && (recommended ? t("hostReviews.yes") : t("hostReviews.no")),
          ],
          [t("hostReviews.privateComment"), private_comment],
          [t("hostReviews.reason"), review.dismissal_reason],
        ]}
      />
      {reply && (
        <blockquote>
          <small>{t("hostReviews.guestsReply")}</small>
          <p>{reply.message}</p>
        </blockquote>
      )}
      <Group gap="xs" align="end">
        {isDraft && (
          <>
            <Button size="compact-sm" variant="default" onClick={edit}>
              {t("records.edit")}
            </Button>
            <Button size="compact-sm" onClick={() => setSubmitting(true)}>
              {t("hostReviews.submit")}
            </Button>
          </>
        )}
        {!dismissed_at && (
          <DismissReview text={t("hostReviews.dismissOwn")} dismiss={(reason) => dismiss(review, reason)} />
        )}
      </Group>
      {isSubmitting && (
        <ConfirmDialog
          title={t("hostReviews.submit")}
          confirmLabel={t("hostReviews.submitNow")}
          act={() => submit(review)}
          done={() => notify({ text: t("hostReviews.submitted") })}
          close={() => setSubmitting(false)}
        >
          <p>{t("hostReviews.submitting")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
