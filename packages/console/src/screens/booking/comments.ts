import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { ifMatch, type Seen } from "../../components/conflict/version.ts";
import { versioned } from "../../components/records/record-writing.ts";

export type BookingComment = Resource<"booking_comments">;

/** A stored comment in a form. */
export interface CommentDraft {
  readonly content: string;
  /** "true" shows it to cleaners, too. */
  readonly isForAll: string;
}

/** A booking's comments. The change feed reports them separately from bookings. */
export function useComments(booking: number) {
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
    async write(content: string, visible_for_all_account_users: boolean, idempotencyKey: string): Promise<void> {
      const comment = { booking_id: booking, content, visible_for_all_account_users };
      await client.POST("/booking_comments", { body: { booking_comments: [comment] }, idempotencyKey });
      await invalidate();
    },
    writing: {
      async read(id: number): Promise<Seen<BookingComment>> {
        const params = { path: { booking_comment_id: [id] } };
        const { data, response } = await client.GET("/booking_comments/{booking_comment_id}", { params });
        return versioned(data.booking_comments[0], response);
      },
      create() {
        throw new TypeError("A new comment has a form of its own.");
      },
      async change({ id, etag }: Seen<BookingComment>, { content, isForAll }: CommentDraft): Promise<void> {
        await client.PUT("/booking_comments/{booking_comment_id}", {
          ...{ params: { path: { booking_comment_id: id } }, headers: ifMatch(etag) },
          body: { booking_comments: [{ content: content.trim(), visible_for_all_account_users: isForAll === "true" }] },
        });
        await invalidate();
      },
    },
    async remove(id: number): Promise<void> {
      await client.DELETE("/booking_comments/{booking_comment_id}", { params: { path: { booking_comment_id: id } } });
      await invalidate();
    },
  };
}

/** The author of each comment, from the audit, because comments do not name theirs. Needs permission to read the audit. */
export function useAuthors(comments: readonly number[]) {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "booking_comments", "authors", comments],
    queryFn: async ({ signal }) => {
      const query = { resource: ["booking_comments"], record_id: comments.map(String) };
      const authors = new Map<number, { type: string; id: number | null; name: string | null }>();
      for await (const { type, record_id, actor } of client.records("/audit_entries", { params: { query }, signal }))
        if (type === "booking_comment.created") authors.set(Number(record_id), actor);
      return authors;
    },
    enabled: may("audit_read") && comments.length > 0,
  });
}
