import { useContext, useEffect, useId } from "react";
import { type Conflict, changedFields, useConditionalForm } from "../../components/conflict/use-conditional-form.ts";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { Unsaved } from "./wizard/unsaved.ts";

/** A part's values as text, by field. */
export type Values = Readonly<Record<string, string>>;

/** Unsaved input for a part of the editor. */
export interface PartDraft {
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly error: unknown;
  readonly conflict: Conflict<Values> | undefined;
  valueOf(field: string): string;
  change(field: string, value: string): void;
  discard(): void;
  save(): void;
  keepMine(): void;
  takeTheirs(): void;
}

interface Part<Seen> {
  readonly title: string;
  readonly shown: Seen;
  readonly storedOf: (record: Seen) => Values;
  readonly read: () => Promise<Seen>;
  /** Writes the changed fields only. */
  readonly write: (seen: Seen, changes: Values) => Promise<unknown>;
}

/** A part's form: it only writes changes, and detects concurrent ones. */
export function useDraft<Seen>({ title, shown, storedOf, read, write }: Part<Seen>): PartDraft {
  const { t } = useI18n();
  const { notify } = useNotices();
  const form = useConditionalForm<Seen, Values>({
    shown,
    draftOf: storedOf,
    read,
    write: (seen, draft) => {
      const names = changedFields(storedOf(seen), draft);
      return write(seen, Object.fromEntries(names.map((name) => [name, draft[name] ?? ""])));
    },
    done: async ({ restart }) => {
      restart(await read());
      notify({ text: t("rentalEditor.saved", { part: title }) });
    },
  });
  const isChanged = form.isDirty;
  useUnsaved(isChanged, form.submit);
  return {
    isChanged,
    isSaving: form.isPending,
    error: form.error,
    conflict: form.conflict,
    valueOf: (field) => form.draft[field] ?? "",
    change: (field, value) => form.setDraft((before) => ({ ...before, [field]: value })),
    discard: () => form.restart(shown),
    save: form.submit,
    keepMine: form.keepMine,
    takeTheirs: form.takeTheirs,
  };
}

/** Reports unsaved input to the wizard, which saves it before continuing. */
function useUnsaved(isChanged: boolean, save: () => void): void {
  const unsaved = useContext(Unsaved);
  const id = useId();
  useEffect(() => {
    unsaved?.set(id, isChanged ? save : undefined);
  });
  useEffect(() => () => unsaved?.set(id, undefined), [unsaved, id]);
}
