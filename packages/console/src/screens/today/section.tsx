import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Failure } from "../../components/failure.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useI18n } from "../../i18n/i18n.ts";

/** The maximum number of entries. The linked screen shows the rest. */
const maxEntries = 8;

interface SectionProps<Entry> {
  readonly title: string;
  /** The screen to work on the entries, if there is one. */
  readonly to?: Pick<LinkProps, "to" | "search">;
  readonly entries: readonly Entry[] | undefined;
  readonly error?: unknown;
  readonly children: (entry: Entry) => ReactNode;
}

/** A group of today's tasks, with its count and a link to its screen. */
export function Section<Entry>({ title, to, entries, error, children }: SectionProps<Entry>) {
  const { t } = useI18n();
  return (
    <section>
      <h2>
        {to ? <Link {...to}>{title}</Link> : title} {entries && <span className="count">{entries.length}</span>}
      </h2>
      {error ? <Failure error={error} /> : !entries && <Waiting />}
      {entries?.length === 0 && <p className="empty">{t("today.nothing")}</p>}
      <ul>{entries?.slice(0, maxEntries).map(children)}</ul>
      {entries && entries.length > maxEntries && (
        <p className="more">{t("today.more", { count: entries.length - maxEntries })}</p>
      )}
    </section>
  );
}
