import { Button, CloseButton, Group, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { ConflictView } from "../../components/conflict/conflict-view.tsx";
import { useConditionalForm } from "../../components/conflict/use-conditional-form.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { LanguageSelect } from "../../components/guests/language-select.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./guest.module.css";
import { blankLine, changesOf, draftOf, type GuestDraft, type Line, textOf } from "./guest-draft.ts";
import { type SeenGuest, useGuestWrites } from "./guests.ts";

const fields = ["fullname", "company", "passport", "notes", "preferred_locale"] as const;

/** A guest's details. The first line of each kind is the one in use. */
export function GuestForm({ guest }: { readonly guest: SeenGuest }) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { read, change } = useGuestWrites(guest.id);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const form = useConditionalForm<SeenGuest, GuestDraft>({
    ...{ shown: guest, draftOf, read, keptAs: `guest.${guest.id}` },
    write: async (seen, written) => {
      const changes = changesOf(draftOf(seen), written);
      if (Object.keys(changes).length > 0) await change(seen, changes, key);
    },
    done: async ({ restart }) => {
      // New lines now have ids, and the next save is another write.
      restart(await read());
      setKey(crypto.randomUUID());
      notify({ text: t("guest.saved") });
    },
  });
  const { draft, setDraft, error } = form;
  const names: Readonly<Record<keyof GuestDraft, string>> = {
    ...{ fullname: t("guest.name"), company: t("guest.company"), passport: t("guest.passport") },
    ...{ notes: t("guest.notes"), preferred_locale: t("guest.locale") },
    ...{ emails: t("guest.emails"), phones: t("guest.phones"), addresses: t("guest.addresses") },
  };
  const text = (name: (typeof fields)[number]) => ({
    label: names[name],
    value: draft[name],
    error: fieldProblem(error, name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setDraft((before) => ({ ...before, [name]: value })),
  });
  const set = (name: "emails" | "phones" | "addresses") => (lines: readonly Line[]) =>
    setDraft((before) => ({ ...before, [name]: lines }));
  return (
    <form
      className={classes.card}
      aria-label={t("guest.details")}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <h3>{t("guest.details")}</h3>
      <div className={classes.pairs}>
        <TextInput {...text("fullname")} />
        <TextInput {...text("company")} />
        <LanguageSelect
          value={draft.preferred_locale}
          error={fieldProblem(error, "preferred_locale")}
          choose={(locale) => setDraft((before) => ({ ...before, preferred_locale: locale }))}
        />
        <TextInput {...text("passport")} />
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
      <Textarea rows={3} {...text("notes")} />
      <ConflictView
        {...form}
        title={t("conflict.guest")}
        nameOf={(name) => names[name]}
        textOf={(values, name) => textOf(values[name])}
      />
      <FormProblems error={error} excluded={fields} />
      <Group justify="flex-end" mt="sm">
        {form.isDirty && (
          <Button variant="default" disabled={form.isPending} onClick={form.discard}>
            {t("draft.discard")}
          </Button>
        )}
        <Button type="submit" loading={form.isPending}>
          {t("guest.save")}
        </Button>
      </Group>
    </form>
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
        <div className={classes.line} key={line.key}>
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
          <CloseButton
            size="lg"
            aria-label={t("guest.remove", { what: line.value })}
            onClick={() => set(lines.filter((other) => other.key !== line.key))}
          />
        </div>
      ))}
      <Button size="xs" variant="default" onClick={() => set([...lines, blankLine()])}>
        {add}
      </Button>
    </fieldset>
  );
}
