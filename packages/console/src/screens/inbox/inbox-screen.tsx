import { getRouteApi } from "@tanstack/react-router";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { ConversationList } from "./conversation-list.tsx";
import { ConversationView } from "./conversation-view.tsx";
import "./inbox.css";
import { InboxFilters } from "./inbox-filters.tsx";

const route = getRouteApi("/inbox");

/** The inbox: list, conversation and stay (console.md, Screens). A phone shows either the list or the conversation. */
export function InboxScreen() {
  const { t } = useI18n();
  const formats = useFormats();
  const { shown = "open", conversation } = route.useSearch();
  return (
    <div className={conversation === undefined ? "inbox" : "inbox reading"}>
      <section className="conversations" aria-label={t("inbox.list")}>
        <h1>{t("screens.inbox")}</h1>
        <InboxFilters shown={shown} />
        <ConversationList key={shown} shown={shown} chosen={conversation} formats={formats} />
      </section>
      {conversation === undefined ? (
        <p className="empty choose">{t("inbox.choose")}</p>
      ) : (
        <ConversationView key={conversation} id={conversation} shown={shown} formats={formats} />
      )}
    </div>
  );
}
