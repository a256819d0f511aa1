import { Button, Group, Textarea } from "@mantine/core";
import { Star } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { useDraft } from "../../components/draft/use-draft.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { Pending } from "../../components/pending.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./booking.module.css";
import { Card } from "./card.tsx";
import { DismissReview } from "./host-reviews/dismiss-review.tsx";
import { isOpen, type StayReview, useDismissReview, useReply, useReviewsOf } from "./reviews.ts";

interface ReviewsCardProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

/** The guest's review of the stay, and the team's reply. Hidden until there is a review. */
export function ReviewsCard({ booking, formats }: ReviewsCardProps) {
  const { t } = useI18n();
  const reviews = useReviewsOf(booking.id);
  if (reviews.error)
    return (
      <Card title={t("booking.reviews")}>
        <Pending reads={[reviews]} />
      </Card>
    );
  if (!reviews.data?.length) return null;
  return (
    <Card title={t("booking.reviews")}>
      <ul className={classes.entries}>
        {reviews.data.map((review) => (
          <Review key={review.id} review={review} formats={formats} timeZone={booking.rental?.time_zone} />
        ))}
      </ul>
    </Card>
  );
}

interface ReviewProps {
  readonly review: StayReview;
  readonly formats: Formats;
  readonly timeZone: string | undefined;
}

function Review({ review, formats, timeZone }: ReviewProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const dismiss = useDismissReview();
  const { rating, title, comment, private_comment: aside, name, submitted_at, reply } = review;
  const when = submitted_at && formats.moment(submitted_at, timeZone);
  return (
    <li>
      <strong className={classes.rating}>
        {rating && (
          <>
            <Star size={16} aria-hidden /> {t("today.rated", { rating: Number(rating) })}
          </>
        )}{" "}
        {title}
      </strong>
      <p>{comment}</p>
      {aside && <p>{t("booking.reviewAside", { comment: aside })}</p>}
      <small>{[name, when].filter(Boolean).join(" · ")}</small>
      {reply && (
        <blockquote>
          <small>{t("booking.yourReply")}</small>
          <p>{reply.message}</p>
        </blockquote>
      )}
      {review.dismissed_at && <small>{t("hostReviews.dismissed")}</small>}
      {isOpen(review) && may("reviews_write") && <ReplyForm review={review.id} />}
      {!review.dismissed_at && may("reviews_write") && (
        <DismissReview text={t("hostReviews.dismissGuests")} dismiss={(reason) => dismiss(review, reason)} />
      )}
    </li>
  );
}

/** The reply to a review. It is public and final, so it is sent by its own button only. */
function ReplyForm({ review }: { readonly review: number }) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { draft, change, clear } = useDraft(`reply.${review}`, "");
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const reply = useReply(review);
  const replying = useSubmit({
    mutationFn: () => reply(draft.trim(), idempotencyKey),
    onSuccess: () => {
      clear();
      notify({ text: t("booking.replied") });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        replying.submit();
      }}
    >
      <Textarea
        mt="xs"
        data-reply
        rows={3}
        label={t("booking.reply")}
        description={t("booking.replyHint")}
        value={draft}
        error={fieldProblem(replying.error, "message")}
        onChange={({ currentTarget: { value } }) => change(() => value)}
      />
      <FormProblems error={replying.error} excluded={["message"]} />
      <Group justify="flex-end" mt="xs">
        <Button type="submit" variant="default" loading={replying.isPending} disabled={draft.trim() === ""}>
          {t("booking.sendReply")}
        </Button>
      </Group>
    </form>
  );
}
