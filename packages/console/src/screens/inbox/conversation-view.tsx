import { Link } from "@tanstack/react-router";
import { useSession } from "../../app/session.tsx";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { useHeadingFocus } from "../../components/use-heading-focus.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { AnswerForm } from "./answer-form.tsx";
import classes from "./conversation.module.css";
import { ConversationActions } from "./conversation-actions.tsx";
import { guestsOf, nameOf, useConversation } from "./conversations.ts";
import type { Shown } from "./inbox-search.ts";
import { MarkRead } from "./mark-read.tsx";
import { StayPanel } from "./stay-panel.tsx";
import { Thread } from "./thread.tsx";

interface ConversationViewProps {
  readonly id: number;
  readonly shown: Shown;
  readonly formats: Formats;
}

/** A conversation: its messages, the answer form, and the stay. */
export function ConversationView({ id, shown, formats }: ConversationViewProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const found = useConversation(id);
  const heading = useHeadingFocus(found.data !== undefined);
  const back = (
    <Link to="/inbox" search={shown === "open" ? {} : { shown }} activeProps={{}} className={classes.back}>
      ‹ {t("inbox.back")}
    </Link>
  );
  if (!found.data)
    return (
      <div className={classes.conversation}>
        {back}
        <Pending reads={[found]} />
      </div>
    );
  const conversation = found.data;
  const guests = guestsOf(conversation).map(({ member }) => nameOf(member));
  return (
    <>
      <section className={classes.conversation} aria-labelledby="conversation-title">
        <header>
          {back}
          <h2 id="conversation-title" ref={heading} tabIndex={-1}>
            {guests.filter(Boolean).join(", ") || t("inbox.nobody")}
          </h2>
          <p className="hint">{conversation.subject ?? t("inbox.noSubject")}</p>
          {conversation.deadline_response_at && (
            <p className="hint">{t("inbox.deadline", { moment: formats.moment(conversation.deadline_response_at) })}</p>
          )}
          {may("inbox_write") && <ConversationActions conversation={conversation} />}
        </header>
        <Thread conversation={id} formats={formats} />
        {may("inbox_write") && <AnswerForm conversation={conversation} />}
        {may("inbox_write") && <MarkRead conversation={conversation} />}
      </section>
      <StayPanel conversation={conversation} formats={formats} />
    </>
  );
}
