import { Button } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Pending } from "../../../components/pending.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { ActionItem } from "./action-item.tsx";
import { actionsOf } from "./actions.ts";
import classes from "./audit.module.css";
import { useAudit } from "./audit.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { auditSearch } from "./audit-search.ts";

/** The account's changes with actor, time and values, newest first (events.md, Audit). */
export function AuditSection() {
  const { t } = useI18n();
  const formats = useFormats();
  const search = auditSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const audit = useAudit(search);
  const actions = audit.data && actionsOf(audit.data.pages.flatMap(({ records }) => records));
  return (
    <section className={classes.section}>
      <h2>{t("settings.titles.audit")}</h2>
      <p className="hint">{t("audit.about")}</p>
      <AuditFilters
        search={search}
        change={(changed) =>
          void navigate({
            to: "/settings/$section",
            params: { section: "audit" },
            search: auditSearch(changed),
            replace: true,
          })
        }
      />
      {!audit.data && <Pending reads={[audit]} />}
      {actions?.length === 0 && <p className="empty">{t("audit.none")}</p>}
      <ol className={classes.entries} aria-label={t("settings.titles.audit")}>
        {actions?.map((action) => (
          <ActionItem key={action.main.id} {...{ action, formats }} />
        ))}
      </ol>
      {audit.hasNextPage && (
        <Button variant="default" loading={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
          {t("audit.earlier")}
        </Button>
      )}
    </section>
  );
}
