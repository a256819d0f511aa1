import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type Conversation, guestsOf, isUnread, lookbackDays, nameOf, useConversations } from "./conversations.ts";
import { useHosts, useOwnHosts } from "./hosts.ts";
import classes from "./inbox.module.css";
import type { Shown } from "./inbox-search.ts";

/** In pixels. */
const rowHeight = 84;

interface ListProps {
  readonly shown: Shown;
  readonly chosen: number | undefined;
  readonly formats: Formats;
}

/** The conversations, latest first. Only visible rows are rendered. */
export function ConversationList({ shown, chosen, formats }: ListProps) {
  const { t } = useI18n();
  const [step, setStep] = useState(0);
  const hosts = useHosts();
  const list = useConversations({ shown, step, hosts: useOwnHosts() });
  const scrolled = useRef<HTMLDivElement>(null);
  const conversations = list.data ?? [];
  const rows = useVirtualizer({
    count: conversations.length,
    getScrollElement: () => scrolled.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  if (!list.data) return <Pending reads={[hosts, list]} />;
  const back = lookbackDays[step];
  return (
    <div className={classes.rows} ref={scrolled}>
      {conversations.length === 0 && (
        <EmptyState text={back === undefined ? t("inbox.none") : t("inbox.noneSince", { days: back })} />
      )}
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const conversation = conversations[index];
          if (!conversation) return null;
          return (
            <li key={conversation.id} style={{ height: rowHeight, transform: `translateY(${start}px)` }}>
              <Row {...{ conversation, shown, formats, isChosen: conversation.id === chosen }} />
            </li>
          );
        })}
      </ul>
      {back !== undefined && (
        <div className={classes.older}>
          <Button variant="default" fullWidth loading={list.isFetching} onClick={() => setStep(step + 1)}>
            {t("inbox.older")}
          </Button>
        </div>
      )}
    </div>
  );
}

interface RowProps {
  readonly conversation: Conversation;
  readonly shown: Shown;
  readonly isChosen: boolean;
  readonly formats: Formats;
}

function Row({ conversation, shown, isChosen, formats }: RowProps) {
  const { t } = useI18n();
  const { id, subject, last_message_at, created_at, assignee } = conversation;
  const guests = guestsOf(conversation).map(({ member }) => nameOf(member));
  const unread = isUnread(conversation);
  return (
    <Link
      to="/inbox"
      search={{ ...(shown === "open" ? {} : { shown }), conversation: id }}
      activeProps={{}}
      aria-current={isChosen ? "true" : undefined}
      className={`${classes.row} ${unread ? classes.unread : ""}`}
    >
      <strong>{guests.filter(Boolean).join(", ") || t("inbox.nobody")}</strong>
      <time dateTime={last_message_at ?? created_at}>{formats.moment(last_message_at ?? created_at)}</time>
      <span className={classes.subject}>{subject ?? t("inbox.noSubject")}</span>
      <span className={classes.who}>
        {unread && <em>{t("inbox.unread")}</em>}
        {nameOf(assignee)}
      </span>
    </Link>
  );
}
