import { Badge } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Pending, type Read } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./today.module.css";

/** The maximum number of entries. The linked screen shows the rest. */
const maxEntries = 8;

interface SectionProps<Entry> {
  readonly title: string;
  readonly icon: LucideIcon;
  /** The screen to work on the entries, if there is one. */
  readonly to?: Pick<LinkProps, "to" | "search">;
  readonly entries: readonly Entry[] | undefined;
  readonly reads: readonly Read[];
  readonly children: (entry: Entry) => ReactNode;
}

/** A group of today's tasks, with its count and a link to its screen. */
export function Section<Entry>({ title, icon: Icon, to, entries, reads, children }: SectionProps<Entry>) {
  const { t } = useI18n();
  return (
    <section className={classes.section}>
      <h2>
        <Icon size={18} aria-hidden />
        {to ? <Link {...to}>{title}</Link> : title}
        {entries && (
          <Badge className={classes.count ?? ""} variant="default">
            {entries.length}
          </Badge>
        )}
      </h2>
      {!entries && <Pending reads={reads} />}
      {entries?.length === 0 && <p className={classes.nothing}>{t("today.nothing")}</p>}
      <ul>{entries?.slice(0, maxEntries).map(children)}</ul>
      {entries && entries.length > maxEntries && (
        <p className={classes.nothing}>{t("today.more", { count: entries.length - maxEntries })}</p>
      )}
    </section>
  );
}
