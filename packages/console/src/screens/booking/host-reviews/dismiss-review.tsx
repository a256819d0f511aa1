import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";

interface DismissReviewProps {
  /** The consequences. */
  readonly text: string;
  readonly dismiss: (reason: string) => Promise<void>;
}

/** The button that dismisses a review, which asks for a reason. A dismissal cannot be undone. */
export function DismissReview({ text, dismiss }: DismissReviewProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  return (
    <>
      <Button size="compact-sm" variant="default" mt="xs" onClick={() => setAsking(true)}>
        {t("hostReviews.dismiss")}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t("hostReviews.dismissTitle")}
          confirmLabel={t("hostReviews.dismissNow")}
          act={() => dismiss(reason)}
          done={() => notify({ text: t("hostReviews.dismissedNow") })}
          close={() => setAsking(false)}
        >
          <p>{text}</p>
          <Textarea
            rows={3}
            label={t("hostReviews.reason")}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
