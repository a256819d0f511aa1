import { field } from "../../components/fields/field.ts";
import { FieldGrid, wordsOf } from "../../components/records/field-grid.tsx";
import { RecordDialog } from "../../components/records/record-dialog.tsx";
import type { RecordWriting } from "../../components/records/record-writing.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { BookingComment, CommentDraft } from "./comments.ts";

interface EditCommentProps {
  readonly id: number;
  readonly writing: RecordWriting<BookingComment, CommentDraft, number>;
  readonly close: () => void;
}

/** A stored comment's text and readers. */
export function EditComment({ id, writing, close }: EditCommentProps) {
  const { t } = useI18n();
  const fields = [
    { ...field("content", "notes", true), label: t("inbox.note") },
    { ...field("isForAll", "switch"), label: t("booking.showToAll") },
  ];
  return (
    <RecordDialog<BookingComment, CommentDraft, number>
      {...{ id, writing, close }}
      {...wordsOf(fields)}
      kind="booking_comments"
      title={t("booking.editComment")}
      draftOf={(comment) => ({
        content: comment?.content ?? "",
        isForAll: String(comment?.visible_for_all_account_users ?? false),
      })}
      saved={t("booking.commentSaved")}
    >
      {(form) => <FieldGrid {...{ fields, form }} />}
    </RecordDialog>
  );
}
