import { ActionIcon, CloseButton, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { actorName } from "../../components/actor-name.ts";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { FormProblems } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { Pending } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./booking.module.css";
import { Card } from "./card.tsx";
import { CommentForm } from "./comment-form.tsx";
import { useAuthors, useComments } from "./comments.ts";
import { EditComment } from "./edit-comment.tsx";

interface RemovedComment {
  readonly id: number;
  readonly content: string;
  readonly isForAll: boolean;
}

/** The comments with their authors, and a form for a new one. Hidden from roles that cannot see comments. */
export function CommentsCard({ booking, formats }: { readonly booking: BookingRecord; readonly formats: Formats }) {
  const { t } = useI18n();
  const { may } = useSession();
  const { notify } = useNotices();
  const [edited, setEdited] = useState<number>();
  const { comments, write, writing, remove } = useComments(booking.id);
  const authors = useAuthors((comments.data ?? []).map(({ id }) => id));
  const removing = useMutation({
    mutationFn: ({ id }: RemovedComment) => remove(id),
    onSuccess: (_, { content, isForAll }) =>
      notify({
        text: t("booking.commentRemoved"),
        undo: () => write(content, isForAll, crypto.randomUUID()),
      }),
  });
  if (!booking.links.booking_comments) return null;
  return (
    <Card title={t("booking.comments")}>
      {(!comments.data || authors.isLoading || authors.error) && <Pending reads={[comments, authors]} />}
      {comments.data?.length === 0 && <p className="hint">{t("booking.noComments")}</p>}
      <ul className={classes.entries}>
        {comments.data?.map(({ id, content, created_at, editable, visible_for_all_account_users: isForAll }) => {
          const author = authors.data?.get(id);
          const about = [
            author && actorName(author, t),
            formats.moment(created_at, booking.rental?.time_zone),
            isForAll && t("booking.forAll"),
          ];
          return (
            <li key={id} className={classes.removable}>
              <div>
                <p>{content}</p>
                <small>{about.filter(Boolean).join(" · ")}</small>
              </div>
              {editable && may("bookings_write") && (
                <Group gap={2} wrap="nowrap">
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    color="gray"
                    aria-label={t("booking.editComment")}
                    onClick={() => setEdited(id)}
                  >
                    <Pencil size={14} aria-hidden />
                  </ActionIcon>
                  <CloseButton
                    size="sm"
                    aria-label={t("booking.removeComment")}
                    onClick={() => removing.mutate({ id, content, isForAll })}
                  />
                </Group>
              )}
            </li>
          );
        })}
      </ul>
      <FormProblems error={removing.error} excluded={[]} />
      {edited !== undefined && <EditComment id={edited} writing={writing} close={() => setEdited(undefined)} />}
      {may("bookings_write") && booking.created_by_type !== "Booking" && <CommentForm {...{ booking, write }} />}
    </Card>
  );
}
