import { useBlocker } from "@tanstack/react-router";
import { useEffect, useId } from "react";
import { useI18n } from "../../i18n/i18n.ts";

type Next = { readonly pathname: string; readonly search: object };

const isNeverKept = () => false;

/** The forms with unsaved input, and whether each one stays in place at another address. */
const dirtyForms = new Map<string, (next: Next) => boolean>();

/**
 * Asks before the person leaves a form whose input would be lost. One question covers all forms. Input in `useDraft` needs none.
 * @param isKept whether the form stays in place at the next address, such as one with another filter
 */
export function useLeaveGuard(isDirty: boolean, isKept: (next: Next) => boolean = isNeverKept): void {
  const { t } = useI18n();
  const form = useId();
  useEffect(() => {
    if (!isDirty) return;
    dirtyForms.set(form, isKept);
    return () => {
      dirtyForms.delete(form);
    };
  }, [form, isDirty, isKept]);
  useBlocker({
    shouldBlockFn: ({ next }) => {
      // The first form asks for all of them.
      const [first] = dirtyForms.keys();
      if (first !== form || [...dirtyForms.values()].every((keeps) => keeps(next))) return false;
      return !confirm(t("draft.leave"));
    },
    enableBeforeUnload: true,
    disabled: !isDirty,
  });
}
