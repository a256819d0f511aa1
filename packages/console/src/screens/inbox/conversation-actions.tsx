import { Button, Group, NativeSelect } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { anyVersion, ifMatch } from "../../components/conflict/version.ts";
import { FormProblems } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type Conversation, isUnread, nameOf } from "./conversations.ts";
import { useHosts, useOwnHosts, useParticipation } from "./hosts.ts";
import { useReadMark } from "./mark-read.tsx";
import { useInvalidateInbox } from "./messages.ts";

interface Change {
  readonly assignee_id?: number | null;
  readonly closed?: boolean;
  readonly marked_as_spam?: boolean;
}

/** Assigns a conversation, closes it, or marks it as read or spam. Every action can be undone. */
export function ConversationActions({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useI18n();
  const { client } = useSession();
  const { notify } = useNotices();
  const invalidate = useInvalidateInbox();
  const mark = useReadMark(conversation);
  const change = async (conversations: Change) => {
    const params = { path: { conversation_id: conversation.id } };
    const body = { conversations: [conversations] };
    // Each button sets one attribute, and every message gives the conversation a new version.
    await client.PUT("/inbox/conversations/{conversation_id}", { params, headers: ifMatch(anyVersion), body });
    await invalidate();
  };
  const changing = useMutation({ mutationFn: change });
  const marking = useMutation({ mutationFn: mark });
  const isClosed = conversation.closed_at !== null;
  const isSpam = conversation.marked_as_spam_at !== null;
  const notice = (text: string, undo: Change) => ({ onSuccess: () => notify({ text, undo: () => change(undo) }) });
  const toggleClosed = () =>
    changing.mutate(
      { closed: !isClosed },
      notice(isClosed ? t("conversation.reopened") : t("conversation.closed"), { closed: isClosed }),
    );
  const toggleSpam = () =>
    changing.mutate(
      { marked_as_spam: !isSpam },
      notice(isSpam ? t("conversation.unmarkedSpam") : t("conversation.markedSpam"), { marked_as_spam: isSpam }),
    );
  const unread = isUnread(conversation);
  const isBusy = changing.isPending || marking.isPending;
  return (
    <>
      <Group gap="xs" className="actions">
        <Assignee conversation={conversation} assign={(assignee_id) => changing.mutateAsync({ assignee_id })} />
        <Button variant="default" size="xs" disabled={isBusy} onClick={toggleClosed}>
          {isClosed ? t("conversation.reopen") : t("conversation.close")}
        </Button>
        <Button variant="default" size="xs" disabled={isBusy} onClick={() => marking.mutate(unread)}>
          {unread ? t("conversation.read") : t("conversation.unread")}
        </Button>
        <Button variant="default" size="xs" disabled={isBusy} onClick={toggleSpam}>
          {isSpam ? t("conversation.notSpam") : t("conversation.spam")}
        </Button>
      </Group>
      <FormProblems error={changing.error ?? marking.error} excluded={[]} />
    </>
  );
}

interface AssigneeProps {
  readonly conversation: Conversation;
  readonly assign: (host: number | null) => Promise<void>;
}

/** The signed-in person, who becomes a host when chosen. */
const myself = "me";

function Assignee({ conversation, assign }: AssigneeProps) {
  const { t } = useI18n();
  const { person } = useSession();
  const hosts = useHosts();
  const own = useOwnHosts();
  const { becomeHost } = useParticipation();
  const assigning = useMutation({
    mutationFn: async (chosen: string) =>
      assign(chosen === "" ? null : chosen === myself ? await becomeHost() : Number(chosen)),
  });
  const names = (hosts.data ?? []).map((host) => ({
    value: String(host.id),
    label: own?.includes(host.id) ? t("conversation.me", { name: nameOf(host) }) : nameOf(host),
  }));
  const me = own?.length === 0 ? [{ value: myself, label: t("conversation.me", { name: person.user.name }) }] : [];
  return (
    <NativeSelect
      size="xs"
      aria-label={t("conversation.assignee")}
      value={String(conversation.links.assignee ?? "")}
      disabled={assigning.isPending}
      onChange={({ currentTarget }) => assigning.mutate(currentTarget.value)}
      data={[{ value: "", label: `${t("conversation.assignee")}: ${t("conversation.nobody")}` }, ...me, ...names]}
    />
  );
}
