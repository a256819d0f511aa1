import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { EmptyState } from "../../components/empty-state.tsx";
import { Pending } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./guests.module.css";
import { useGuests } from "./guests.ts";

interface GuestListProps {
  readonly sought: string;
  readonly chosen: number | undefined;
}

/** The guests that match, page by page. */
export function GuestList({ sought, chosen }: GuestListProps) {
  const { t } = useI18n();
  const list = useGuests(sought);
  if (!list.data) return <Pending reads={[list]} />;
  const guests = list.data.pages.flatMap(({ clients }) => clients);
  const total = Number(list.data.pages[0]?.meta["X-Total-Count"] ?? guests.length);
  if (total === 0 && sought === "") return <EmptyState icon={Users} text={t("guests.none")} />;
  return (
    <div className={classes.rows}>
      <output className={classes.hint}>
        {total > 0 ? t("guests.count", { guests: total }) : t("guests.noneFound")}
      </output>
      <ul>
        {guests.map(({ id, fullname, company, emails, phones, forget_me_at }) => (
          <li key={id}>
            <Link
              to="/guests"
              search={{ ...(sought === "" ? {} : { sought }), guest: id }}
              activeProps={{}}
              className={classes.row}
              aria-current={id === chosen ? "true" : undefined}
            >
              <strong>{fullname ?? (forget_me_at ? t("inbox.erased") : t("guests.nameless"))}</strong>
              <span>{[company, emails[0]?.email ?? phones[0]?.number].filter(Boolean).join(" · ")}</span>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="default" fullWidth loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("guests.more")}
        </Button>
      )}
    </div>
  );
}
