import { Box } from "@mantine/core";
import type { Resource } from "@roost/client";
import { useEffect, useRef } from "react";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./conversation.module.css";
import { nameOf } from "./conversations.ts";
import { type Message, useMessages } from "./messages.ts";

interface ThreadProps {
  readonly conversation: number;
  readonly formats: Formats;
}

/** The messages, scrolled to the last. */
export function Thread({ conversation, formats }: ThreadProps) {
  const { t } = useI18n();
  const messages = useMessages(conversation);
  const end = useRef<HTMLOListElement>(null);
  const last = messages.data?.at(-1)?.id;
  useEffect(() => {
    if (last !== undefined) end.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [last]);
  if (!messages.data) return <Pending reads={[messages]} />;
  if (messages.data.length === 0) return <p className="empty">{t("inbox.noMessages")}</p>;
  return (
    // Focusable for keyboard scrolling.
    <Box component="section" className={classes.thread ?? ""} aria-label={t("inbox.messages")} tabIndex={0}>
      <ol ref={end} aria-live="polite">
        {messages.data.map((message) => (
          <Written key={message.id} message={message} formats={formats} />
        ))}
      </ol>
    </Box>
  );
}

function Written({ message, formats }: { readonly message: Message; readonly formats: Formats }) {
  const { t } = useI18n();
  const { content, visibility, sent_at, sender, attachments = [] } = message;
  const isNote = visibility === "internal";
  const side = isNote ? classes.note : sender?.member_type === "Host" ? classes.ours : "";
  return (
    <li className={`${classes.message} ${side}`}>
      <p className={classes.by}>
        <strong>{nameOf(sender?.member) || t("inbox.nobody")}</strong>
        {isNote && <em>{t("inbox.note")}</em>}
        <time dateTime={sent_at}>{formats.moment(sent_at)}</time>
      </p>
      <p className={classes.content}>{content}</p>
      {attachments.length > 0 && (
        <ul className="files">
          {attachments.map((file) => (
            <li key={file.id}>
              <File file={file} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** An attachment. Its URL is valid for a day, for anyone who has it (docs/concepts/inbox.md). */
function File({ file }: { readonly file: Resource<"attachments"> }) {
  const { language, t } = useI18n();
  const name = file.name ?? t("inbox.erased");
  if (file.file_error) return <span className="bad">{`${name}: ${t("inbox.notFetched")}`}</span>;
  if (!file.url) return <span className="hint">{`${name}: ${t("inbox.fetching")}`}</span>;
  const size = new Intl.NumberFormat(language, { style: "unit", unit: "kilobyte", maximumFractionDigits: 0 });
  return (
    <a href={file.url} target="_blank" rel="noopener" download={name}>
      {name} {file.file_size !== null && <small>{size.format(Math.ceil(file.file_size / 1000))}</small>}
    </a>
  );
}
