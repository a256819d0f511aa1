import { Button, Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSession } from "../../app/session.tsx";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { blankLine, draftOf, type GuestDraft, type Line, writtenOf } from "./guest-draft.ts";
import type { Guest } from "./guests.ts";

const fields = ["fullname", "company", "passport", "notes", "preferred_locale"] as const;

/** A guest's details. The first line of each kind is the one in use. */
export function GuestForm({ guest }: { readonly guest: Guest }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<GuestDraft>(() => draftOf(guest));
  const saving = useMutation({
    mutationFn: async () => {
      const params = { path: { client_id: guest.id } };
      const { data } = await client.PUT("/clients/{client_id}", { params, body: { clients: [writtenOf(draft)] } });
      await queries.invalidateQueries({ queryKey: [account.id, "clients"] });
      return data.clients[0];
    },
    onSuccess: (saved) => {
      // New lines now have ids.
      if (saved) setDraft(draftOf(saved));
      notify({ text: t("guest.saved") });
    },
  });
  const text = (name: (typeof fields)[number], label: string) => ({
    label,
    value: draft[name],
    error: fieldProblem(saving.error, name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setDraft((before) => ({ ...before, [name]: value })),
  });
  const set = (name: "emails" | "phones" | "addresses") => (lines: readonly Line[]) =>
    setDraft((before) => ({ ...before, [name]: lines }));
  return (
    <form
      aria-label={t("guest.details")}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <h3>{t("guest.details")}</h3>
      <div className="pairs">
        <TextInput {...text("fullname", t("guest.name"))} />
        <TextInput {...text("company", t("guest.company"))} />
        <Locales {...text("preferred_locale", t("guest.locale"))} />
        <TextInput {...text("passport", t("guest.passport"))} />
      </div>
      <Lines lines={draft.emails} set={set("emails")} title={t("guest.emails")} add={t("guest.addEmail")}>
        {[["value", t("guest.email")]]}
      </Lines>
      <Lines lines={draft.phones} set={set("phones")} title={t("guest.phones")} add={t("guest.addPhone")}>
        {[["value", t("guest.phone")]]}
      </Lines>
      <Lines lines={draft.addresses} set={set("addresses")} title={t("guest.addresses")} add={t("guest.addAddress")}>
        {[
          ["value", t("guest.street")],
          ["zip", t("guest.zip")],
          ["city", t("guest.city")],
          ["country", t("guest.country")],
        ]}
      </Lines>
      <Textarea rows={3} {...text("notes", t("guest.notes"))} />
      <FormProblems error={saving.error} excluded={fields} />
      <Group justify="flex-end" mt="sm">
        <Button type="submit" loading={saving.isPending}>
          {t("guest.save")}
        </Button>
      </Group>
    </form>
  );
}

interface LocalesProps {
  readonly label: string;
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (event: { currentTarget: { value: string } }) => void;
}

/** A select of the account's languages. */
function Locales(props: LocalesProps) {
  const { language, t } = useI18n();
  const { client, account } = useSession();
  const locales = useQuery({
    queryKey: [account.id, "accounts", "locales"],
    queryFn: async ({ signal }) => {
      const { data } = await client.GET("/accounts", { signal });
      return data.accounts.find(({ id }) => id === account.id)?.selected_locales ?? [];
    },
  });
  const names = new Intl.DisplayNames([language], { type: "language" });
  const offered = new Set([...(locales.data ?? []), ...(props.value === "" ? [] : [props.value])]);
  return (
    <NativeSelect
      {...props}
      data={[
        { value: "", label: t("guest.ownLocale") },
        ...[...offered].map((locale) => ({ value: locale, label: names.of(locale) ?? locale })),
      ]}
    />
  );
}

interface LinesProps {
  readonly title: string;
  readonly add: string;
  readonly lines: readonly Line[];
  readonly set: (lines: readonly Line[]) => void;
  readonly children: readonly (readonly ["value" | "zip" | "city" | "country", string])[];
}

/** Lines of one kind, each with a button to remove it. */
function Lines({ title, add, lines, set, children: columns }: LinesProps) {
  const { t } = useI18n();
  return (
    <fieldset>
      <legend>{title}</legend>
      {lines.map((line) => (
        <div className="line" key={line.key}>
          {columns.map(([name, label]) => (
            <TextInput
              key={name}
              aria-label={label}
              placeholder={label}
              value={line[name]}
              onChange={({ currentTarget: { value } }) =>
                set(lines.map((other) => (other.key === line.key ? { ...other, [name]: value } : other)))
              }
            />
          ))}
          <button
            type="button"
            className="quiet"
            aria-label={t("guest.remove", { what: line.value })}
            onClick={() => set(lines.filter((other) => other.key !== line.key))}
          >
            ×
          </button>
        </div>
      ))}
      <button type="button" className="quiet" onClick={() => set([...lines, blankLine()])}>
        {add}
      </button>
    </fieldset>
  );
}
