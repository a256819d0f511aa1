import { Button } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { actorName } from "../../../components/actor-name.ts";
import { BookingLink } from "../../../components/bookings/panel/booking-link.tsx";
import { ChangeList } from "../../../components/change-list.tsx";
import { Failure } from "../../../components/failure.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useFormats } from "../../../components/use-formats.ts";
import { Waiting } from "../../../components/waiting.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { type AuditEntry, useAudit } from "./audit.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { auditSearch } from "./audit-search.ts";
import "./audit.css";

/** Attributes that change with every write. */
const silent = new Set(["created_at", "updated_at"]);

/** The account's changes with actor, time and values, newest first (events.md, Audit). */
export function AuditSection() {
  const { t } = useI18n();
  const formats = useFormats();
  const search = auditSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const audit = useAudit(search);
  const entries = audit.data?.pages.flatMap(({ records }) => records);
  return (
    <section className="audit">
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
      {audit.error && <Failure error={audit.error} reset={() => void audit.refetch()} />}
      {audit.isPending && <Waiting />}
      {entries?.length === 0 && <p className="empty">{t("audit.none")}</p>}
      <ol className="entries">
        {entries?.map((entry) => (
          <Entry key={entry.id} entry={entry} formats={formats} />
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

function Entry({ entry, formats }: { readonly entry: AuditEntry; readonly formats: Formats }) {
  const { t } = useI18n();
  const { type, actor, occurred_at, changes } = entry;
  const who = actorName(actor, t);
  const list = <ChangeList changes={changes} excluded={silent} formats={formats} />;
  return (
    <li>
      <strong>
        {type.replaceAll(/[._]/g, " ")} <OfRecord entry={entry} />
      </strong>
      <small>
        {formats.moment(occurred_at)} · {who}
      </small>
      {type.endsWith(".created") ? (
        <details>
          <summary>{t("audit.began")}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </li>
  );
}

/** The record's id, as a link if a screen shows such records. */
function OfRecord({ entry: { resource, record_id } }: { readonly entry: AuditEntry }) {
  const id = String(record_id);
  if (resource === "bookings") return <BookingLink id={id}>{id}</BookingLink>;
  if (resource === "rentals")
    return (
      <Link to="/rentals/$rental" params={{ rental: id }}>
        {id}
      </Link>
    );
  return <>{id}</>;
}
