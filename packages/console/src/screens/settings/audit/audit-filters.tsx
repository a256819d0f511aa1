import { NativeSelect, TextInput } from "@mantine/core";
import { useSession } from "../../../app/session.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { usePeople } from "../people.ts";
import { useEventTypes } from "../webhooks/webhooks.ts";
import { defaultStart } from "./audit.ts";
import type { AuditSearch } from "./audit-search.ts";

/** The kinds of actors (events.md, Audit). */
const kinds = ["User", "Application", "AgentToken", "Job", "Command", "Database"] as const;

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly change: (search: Record<string, unknown>) => void;
}

/** Filters the audit by resource, actor and date. Only owners can list people, and so filter by person. */
export function AuditFilters({ search, change }: AuditFiltersProps) {
  const { t } = useI18n();
  const { account } = useSession();
  const types = useEventTypes();
  const resources = [...new Set(types.data?.map(({ resource }) => resource))].sort();
  const put = (name: keyof AuditSearch, value: string): void => change({ ...search, [name]: value });
  return (
    <form className="filters" onSubmit={(event) => event.preventDefault()}>
      <NativeSelect
        label={t("audit.resource")}
        value={search.resource ?? ""}
        onChange={({ currentTarget }) => change({ ...search, resource: currentTarget.value, record: "" })}
        data={[
          { value: "", label: t("audit.everything") },
          ...resources.map((resource) => ({ value: resource, label: resource.replaceAll("_", " ") })),
        ]}
      />
      {search.resource && (
        <TextInput
          label={t("audit.record")}
          value={search.record ?? ""}
          onChange={({ currentTarget }) => put("record", currentTarget.value.trim())}
        />
      )}
      {account.role === "owner" ? (
        <ActorOfAll search={search} put={put} />
      ) : (
        <Actor search={search} put={put} people={[]} />
      )}
      <TextInput
        type="date"
        label={t("audit.from")}
        value={search.from ?? defaultStart()}
        onChange={({ currentTarget }) => put("from", currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t("audit.to")}
        value={search.to ?? ""}
        onChange={({ currentTarget }) => put("to", currentTarget.value)}
      />
    </form>
  );
}

interface ActorProps {
  readonly search: AuditSearch;
  readonly put: (name: keyof AuditSearch, value: string) => void;
}

function ActorOfAll(props: ActorProps) {
  const people = usePeople();
  return <Actor {...props} people={people.data ?? []} />;
}

function Actor({ search, put, people }: ActorProps & { people: readonly { id: number; name: string }[] }) {
  const { t } = useI18n();
  return (
    <NativeSelect
      label={t("audit.actor")}
      value={search.actor ?? ""}
      onChange={({ currentTarget }) => put("actor", currentTarget.value)}
      data={[
        { value: "", label: t("audit.everybody") },
        ...kinds.map((kind) => ({ value: kind, label: t(`audit.kinds.${kind}`) })),
        ...people.map(({ id, name }) => ({ value: `User:${id}`, label: name })),
      ]}
    />
  );
}
