import { Button, Checkbox, Group, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { Failure } from "../../components/failure.tsx";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { Card } from "./card.tsx";

/** A booking's comments. The change feed reports them separately from bookings. */
function useComments(booking: number) {
  const { client, account, sees } = useSession();
  const queries = useQueryClient();
  const queryKey = [account.id, "booking_comments", booking];
  const invalidate = () => queries.invalidateQueries({ queryKey });
  const comments = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const query = { include: ["booking_comments"], fields: ["id" as const] };
      const params = { path: { booking_id: [booking] }, query };
      return (await client.GET("/bookings/{booking_id}", { params, signal })).data.bookings[0]?.booking_comments ?? [];
    },
    enabled: sees("bookings", "booking_comments"),
  });
  return {
    comments,
    async write(content: string, visible_for_all_account_users: boolean): Promise<void> {
      const comment = { booking_id: booking, content, visible_for_all_account_users };
      await client.POST("/booking_comments", { body: { booking_comments: [comment] } });
      await invalidate();
    },
    async remove(id: number): Promise<void> {
      await client.DELETE("/booking_comments/{booking_comment_id}", { params: { path: { booking_comment_id: id } } });
      await invalidate();
    },
  };
}

/** The comments and a form for a new one. Hidden from roles that cannot see comments. */
export function CommentsCard({ booking, formats }: { readonly booking: BookingRecord; readonly formats: Formats }) {
  const { t } = useI18n();
  const { may } = useSession();
  const { notify } = useNotices();
  const { comments, write, remove } = useComments(booking.id);
  const [content, setContent] = useState("");
  const [isForAll, setForAll] = useState(false);
  const writing = useMutation({
    mutationFn: () => write(content.trim(), isForAll),
    onSuccess: () => setContent(""),
  });
  const removing = useMutation({
    mutationFn: ({ id }: { readonly id: number; readonly content: string; readonly isForAll: boolean }) => remove(id),
    onSuccess: (_, removed) =>
      notify({ text: t("booking.commentRemoved"), undo: () => write(removed.content, removed.isForAll) }),
  });
  if (!booking.links.booking_comments) return null;
  return (
    <Card title={t("booking.comments")}>
      {comments.error && <Failure error={comments.error} reset={() => void comments.refetch()} />}
      {comments.data?.length === 0 && <p className="hint">{t("booking.noComments")}</p>}
      <ul className="entries">
        {comments.data?.map(({ id, content: text, created_at, editable, visible_for_all_account_users: forAll }) => (
          <li key={id}>
            <p>{text}</p>
            <small>
              {formats.moment(created_at)}
              {forAll && ` · ${t("booking.forAll")}`}
            </small>
            {editable && may("bookings_write") && (
              <button
                type="button"
                className="quiet"
                onClick={() => removing.mutate({ id, content: text, isForAll: forAll })}
              >
                {t("booking.remove")}
              </button>
            )}
          </li>
        ))}
      </ul>
      <FormProblems error={removing.error} excluded={[]} />
      {may("bookings_write") && booking.created_by_type !== "Booking" && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            writing.mutate();
          }}
        >
          <Textarea
            label={t("booking.newComment")}
            rows={2}
            maxLength={6000}
            value={content}
            error={fieldProblem(writing.error, "content")}
            onChange={({ currentTarget }) => setContent(currentTarget.value)}
          />
          <FormProblems error={writing.error} excluded={["content"]} />
          <Group mt="xs" justify="space-between">
            <Checkbox
              label={t("booking.showToAll")}
              checked={isForAll}
              onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
            />
            <Button type="submit" variant="default" loading={writing.isPending} disabled={content.trim() === ""}>
              {t("booking.comment")}
            </Button>
          </Group>
        </form>
      )}
    </Card>
  );
}
