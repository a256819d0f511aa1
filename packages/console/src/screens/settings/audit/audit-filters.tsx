import { NativeSelect, TextInput } from "@mantine/core";
import { useSession } from "../../../app/session.tsx";
import { DayInput } from "../../../components/day-input.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { useRentals } from "../../calendar/rentals.ts";
import { usePeople } from "../people.ts";
import classes from "./audit.module.css";
import { defaultStart } from "./audit.ts";
import type { AuditSearch } from "./audit-search.ts";
import { kinds } from "./things.ts";

/** The kinds of actors (events.md, Audit). */
const actorKinds = ["User", "Application", "AgentToken", "Job", "Command", "Database"] as const;

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly change: (search: Record<string, unknown>) => void;
}

/** Filters the audit by kind, rental, booking, actor and date. Only owners can list people, and so filter by person. */
export function AuditFilters({ search, change }: AuditFiltersProps) {
  const { t } = useI18n();
  const { account } = useSession();
  const rentals = useRentals();
  const put = (name: keyof AuditSearch, value: string): void => change({ ...search, [name]: value });
  return (
    <form className={classes.filters} onSubmit={(event) => event.preventDefault()}>
      <NativeSelect
        label={t("audit.kind")}
        value={search.kind ?? ""}
        onChange={({ currentTarget }) => put("kind", currentTarget.value)}
        data={[
          { value: "", label: t("audit.everything") },
          ...kinds.map((kind) => ({ value: kind, label: t(`audit.thingKinds.${kind}`) })),
        ]}
      />
      <NativeSelect
        label={t("audit.rental")}
        value={search.rental ?? ""}
        onChange={({ currentTarget }) => put("rental", currentTarget.value)}
        data={[
          { value: "", label: t("audit.allRentals") },
          ...(rentals.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <TextInput
        label={t("audit.booking")}
        value={search.booking ?? ""}
        onChange={({ currentTarget }) => put("booking", currentTarget.value.trim())}
      />
      {account.role === "owner" ? (
        <ActorOfAll search={search} put={put} />
      ) : (
        <Actor search={search} put={put} people={[]} />
      )}
      <DayInput
        clearable
        label={t("audit.from")}
        value={search.from ?? defaultStart()}
        onDay={(day) => put("from", day)}
      />
      <DayInput clearable label={t("audit.to")} value={search.to ?? ""} onDay={(day) => put("to", day)} />
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
        ...actorKinds.map((kind) => ({ value: kind, label: t(`audit.kinds.${kind}`) })),
        ...people.map(({ id, name }) => ({ value: `User:${id}`, label: name })),
      ]}
    />
  );
}
