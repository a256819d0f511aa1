import { field } from "../../../components/fields/field.ts";
import { FieldGrid, wordsOf } from "../../../components/records/field-grid.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import {
  criteria,
  draftOfHostReview,
  type HostReview,
  type HostReviewDraft,
  useHostReviewWriting,
} from "./host-reviews.ts";

interface HostReviewDialogProps {
  readonly booking: number;
  /** Undefined for a new draft. */
  readonly id: string | undefined;
  readonly close: () => void;
}

/** A draft of the review of a guest: ratings, the comment for other hosts, and the one for the guest. */
export function HostReviewDialog({ booking, id, close }: HostReviewDialogProps) {
  const { t } = useI18n();
  const { writing } = useHostReviewWriting(booking);
  const ratings = ["5", "4", "3", "2", "1"].map((value) => ({
    value,
    label: t("today.rated", { rating: Number(value) }),
  }));
  const fields = [
    ...criteria.map((name) => ({ ...field(name), label: t(`hostReviews.criteria.${name}`), choices: ratings })),
    {
      ...field("is_guest_recommended"),
      label: t("hostReviews.recommended"),
      choices: [
        { value: "true", label: t("hostReviews.yes") },
        { value: "false", label: t("hostReviews.no") },
      ],
    },
    { ...field("comment", "notes"), label: t("hostReviews.comment") },
    { ...field("private_comment", "notes"), label: t("hostReviews.privateComment") },
  ];
  return (
    <RecordDialog<HostReview, HostReviewDraft, string>
      {...{ id, writing, close }}
      {...wordsOf(fields)}
      kind="host_reviews"
      title={id === undefined ? t("hostReviews.write") : t("hostReviews.edit")}
      draftOf={draftOfHostReview}
      saved={t("hostReviews.saved")}
    >
      {(form) => (
        <>
          <p className="hint">{t("hostReviews.draftHint")}</p>
          <FieldGrid {...{ fields, form }} />
        </>
      )}
    </RecordDialog>
  );
}
