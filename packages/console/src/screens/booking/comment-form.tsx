import { Button, Checkbox, Group, Textarea } from "@mantine/core";
import { useState } from "react";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { useDraft } from "../../components/draft/use-draft.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { useComments } from "./comments.ts";

interface CommentFormProps {
  readonly booking: BookingRecord;
  readonly write: ReturnType<typeof useComments>["write"];
}

/** A new comment. The draft stays until it is written. */
export function CommentForm({ booking, write }: CommentFormProps) {
  const { t } = useI18n();
  const { draft, change, clear } = useDraft(`comment.${booking.id}`, { content: "", isForAll: false });
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const writing = useSubmit({
    mutationFn: () => write(draft.content.trim(), draft.isForAll, idempotencyKey),
    onSuccess: () => {
      clear();
      setKey(crypto.randomUUID());
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        writing.submit();
      }}
    >
      <Textarea
        label={t("booking.newComment")}
        rows={2}
        maxLength={6000}
        value={draft.content}
        error={fieldProblem(writing.error, "content")}
        onChange={({ currentTarget: { value } }) => change((before) => ({ ...before, content: value }))}
      />
      <FormProblems error={writing.error} excluded={["content"]} />
      <Group mt="xs" justify="space-between">
        <Checkbox
          label={t("booking.showToAll")}
          checked={draft.isForAll}
          onChange={({ currentTarget: { checked } }) => change((before) => ({ ...before, isForAll: checked }))}
        />
        <Button type="submit" variant="default" loading={writing.isPending} disabled={draft.content.trim() === ""}>
          {t("booking.comment")}
        </Button>
      </Group>
    </form>
  );
}
