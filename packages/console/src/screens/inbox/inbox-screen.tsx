import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "../../components/page-header.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { ConversationList } from "./conversation-list.tsx";
import { ConversationView } from "./conversation-view.tsx";
import classes from "./inbox.module.css";
import { InboxFilters } from "./inbox-filters.tsx";
import { NewMessage } from "./new-message.tsx";

const route = getRouteApi("/inbox");

/** The inbox: list, conversation and stay (console.md, Screens). A phone shows either the list or the conversation. */
export function InboxScreen() {
  const { t } = useI18n();
  const formats = useFormats();
  const { shown = "open", conversation } = route.useSearch();
  return (
    // The shell gives `inbox` the whole height.
    <div className={`inbox ${classes.inbox} ${conversation === undefined ? "" : classes.reading}`}>
      <section className={classes.list} aria-label={t("inbox.list")}>
        <PageHeader title={t("screens.inbox")} actions={<NewMessage />} />
        <InboxFilters shown={shown} />
        <ConversationList key={shown} shown={shown} chosen={conversation} formats={formats} />
      </section>
      {conversation === undefined ? (
        <p className={`empty ${classes.choose}`}>{t("inbox.choose")}</p>
      ) : (
        <ConversationView key={conversation} id={conversation} shown={shown} formats={formats} />
      )}
    </div>
  );
}
