import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";

/** Unsaved input for a part of the editor, on top of the stored values. */
export interface PartDraft {
  readonly changes: Readonly<Record<string, string>>;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly error: unknown;
  valueOf(field: string): string;
  change(field: string, value: string): void;
  discard(): void;
  save(): void;
}

/**
 * Keeps only differences from the stored values, so other people's changes still show in untouched fields.
 * @param save writes the changed fields only
 */
export function useDraft(
  title: string,
  stored: Readonly<Record<string, string>>,
  save: (changes: Readonly<Record<string, string>>) => Promise<unknown>,
): PartDraft {
  const { t } = useI18n();
  const { account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const changes = Object.fromEntries(Object.entries(typed).filter(([field, value]) => value !== (stored[field] ?? "")));
  const isChanged = Object.keys(changes).length > 0;
  const saving = useMutation({
    mutationFn: async (saved: Readonly<Record<string, string>>) => {
      await save(saved);
      await queries.invalidateQueries({ queryKey: [account.id, "rentals"] });
    },
    onSuccess: (_, saved) => {
      // Keep input typed during the save.
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== saved[field])));
      notify({ text: t("rentalEditor.saved", { part: title }) });
    },
  });
  useBlocker({
    shouldBlockFn: () => !confirm(t("rentalEditor.leave")),
    enableBeforeUnload: true,
    disabled: !isChanged,
  });
  return {
    changes,
    isChanged,
    isSaving: saving.isPending,
    error: saving.error,
    valueOf: (field) => typed[field] ?? stored[field] ?? "",
    change: (field, value) => setTyped((now) => ({ ...now, [field]: value })),
    discard() {
      setTyped({});
      saving.reset();
    },
    save: () => saving.mutate(changes),
  };
}
