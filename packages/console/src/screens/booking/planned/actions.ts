import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";

/** A rule's action for one booking or inquiry (docs/guides/automations.md). */
export type Action = Resource<"scheduled_actions">;

/** An action with the rule that planned it. */
export interface RuleAction extends Action {
  readonly rule: Resource<"automations"> | null | undefined;
}

/** A booking's actions, by their time. */
export function useBookingActions(booking: number) {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "scheduled_actions", "booking", booking],
    queryFn: async ({ signal }): Promise<RuleAction[]> => {
      const query = { booking_id: [booking], include: ["automation"], per_page: 100 };
      const { data } = await client.GET("/scheduled_actions", { params: { query }, signal });
      return data.scheduled_actions
        .map((action) => ({ ...action, rule: action.automation }))
        .sort((a, b) => (a.due_at < b.due_at ? -1 : 1));
    },
    enabled: may("automations_write"),
  });
}

/** The texts for one guest in a form. */
export interface TextDraft {
  readonly subject: string;
  readonly content: string;
}

export const draftOfAction = (action: Action | undefined): TextDraft => ({
  subject: action?.subject ?? "",
  content: action?.content ?? "",
});

/**
 * Pauses, resumes, drops and sends an action, and writes its texts for one guest. Each on condition that the action is as the service has it
 * now: a job may perform it at any moment.
 */
export function useActionWriting() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "scheduled_actions"] });
  const read = async (id: number) => {
    const params = { path: { scheduled_action_id: [id] } };
    const { data, response } = await client.GET("/scheduled_actions/{scheduled_action_id}", { params });
    return versioned(data.scheduled_actions[0], response);
  };
  const at = ({ id }: Action) => ({ params: { path: { scheduled_action_id: id } } });
  const writing: RecordWriting<Action, TextDraft, number> = {
    read,
    create: () => Promise.reject(new Error("Rules create actions.")),
    async change({ id, etag }, { subject, content }) {
      await client.PUT("/scheduled_actions/{scheduled_action_id}", {
        ...{ params: { path: { scheduled_action_id: id } }, headers: ifMatch(etag) },
        body: { scheduled_actions: [{ subject: subject.trim() || null, content: content.trim() || null }] },
      });
      await invalidate();
    },
  };
  return {
    writing,
    async pause(action: Action): Promise<void> {
      const { etag } = await read(action.id);
      await client.PUT("/scheduled_actions/{scheduled_action_id}/pause", { ...at(action), headers: ifMatch(etag) });
      await invalidate();
    },
    async resume(action: Action): Promise<void> {
      const { etag } = await read(action.id);
      await client.PUT("/scheduled_actions/{scheduled_action_id}/resume", { ...at(action), headers: ifMatch(etag) });
      await invalidate();
    },
    async drop(action: Action): Promise<void> {
      const { etag } = await read(action.id);
      await client.PUT("/scheduled_actions/{scheduled_action_id}/drop", { ...at(action), headers: ifMatch(etag) });
      await invalidate();
    },
    async sendNow(action: Action): Promise<void> {
      const { etag } = await read(action.id);
      await client.PUT("/scheduled_actions/{scheduled_action_id}/send_now", { ...at(action), headers: ifMatch(etag) });
      await invalidate();
    },
  };
}
