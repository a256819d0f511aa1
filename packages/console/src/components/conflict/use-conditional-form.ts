import { PreconditionFailed } from "@roost/client";
import { useState } from "react";
import { useDraft } from "../draft/use-draft.ts";
import { useLeaveGuard } from "../draft/use-leave-guard.ts";
import { useSubmit } from "../use-submit.ts";
import { ChangedMeanwhile } from "./version.ts";

type Draft = object;

/** Changes a form's present draft. */
export type SetDraft<D> = (change: (before: D) => D) => void;

interface ConditionalForm<Seen, D extends Draft> {
  /** The record as the form opens. */
  readonly shown: Seen;
  readonly draftOf: (record: Seen) => D;
  /** The form's first values, if not the record's. */
  readonly start?: D | undefined;
  /** Names the draft that outlives the form (`useDraft`). */
  readonly keptAs?: string;
  /** The record as it is now. */
  readonly read: () => Promise<Seen>;
  /** Writes the draft's changes on condition that the record is still the seen one (`If-Match`). */
  readonly write: (seen: Seen, draft: D, setDraft: SetDraft<D>) => Promise<unknown>;
  /** Takes some fields back to the former record's values; by default, by another write. */
  readonly restore?: (present: Seen, former: Seen, fields: readonly (keyof D & string)[]) => Promise<unknown>;
  readonly done: (form: Saved<Seen>) => void | Promise<void>;
}

interface Saved<Seen> {
  /** Continues with the record as it is now. */
  readonly restart: (record: Seen) => void;
  /** Restores the former values, unless they have changed since. */
  readonly undo: () => Promise<void>;
}

/** Somebody else's change of fields that the person has edited. */
export interface Conflict<D> {
  readonly mine: D;
  readonly now: D;
  readonly fields: readonly (keyof D & string)[];
}

interface Version<Seen, D> {
  readonly seen: Seen;
  readonly draft: D;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The names whose values differ. */
export function changedFields<D extends Draft>(before: D, after: D): (keyof D & string)[] {
  const names: string[] = Object.keys(after);
  const isName = (name: string): name is keyof D & string => name in before;
  return names.filter(isName).filter((name) => !isSame(before[name], after[name]));
}

/** A draft with some fields of another one. */
function withFields<D extends Draft>(draft: D, other: D, names: readonly (keyof D & string)[]): D {
  const taken = Object.entries(other).filter(([name]) => names.some((one) => one === name));
  return Object.assign({}, draft, Object.fromEntries(taken));
}

/**
 * A form that detects concurrent changes, and asks before it discards its own. It keeps other people's changes to other fields; for the
 * same fields the person chooses.
 */
export function useConditionalForm<Seen, D extends Draft>(form: ConditionalForm<Seen, D>) {
  const { shown, start, draftOf, keptAs, read, write, restore, done } = form;
  const [opened, setOpened] = useState(shown);
  const untouched = { seen: opened, draft: draftOf(opened) };
  // An edited draft keeps the record that the person saw, so that a conflict is still found after a reload.
  const edited = useDraft<Version<Seen, D> | null>(keptAs, start ? { seen: shown, draft: start } : null);
  useLeaveGuard(edited.isDirty && keptAs === undefined);
  const version = edited.draft ?? untouched;
  const setVersion = (next: Version<Seen, D>): void => {
    setOpened(next.seen);
    edited.change(() => (isSame(draftOf(next.seen), next.draft) ? null : next));
  };
  const setDraft: SetDraft<D> = (change) =>
    edited.change((before) => {
      const { seen, draft } = before ?? untouched;
      const next = { seen, draft: change(draft) };
      return isSame(draftOf(seen), next.draft) ? null : next;
    });
  const [clash, setClash] = useState<Omit<Conflict<D>, "mine"> & { readonly seen: Seen }>();
  const takeBack = async ({ seen, draft }: Version<Seen, D>): Promise<void> => {
    const before = draftOf(seen);
    const own = changedFields(before, draft);
    const present = await read();
    const now = draftOf(present);
    if (own.some((name) => !isSame(now[name], draft[name]))) throw new ChangedMeanwhile();
    await (restore ? restore(present, seen, own) : write(present, withFields(now, before, own), setDraft));
  };
  /** @returns what was written */
  const save = async ({ seen, draft }: Version<Seen, D>): Promise<Version<Seen, D>> => {
    try {
      await write(seen, draft, setDraft);
      return { seen, draft };
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error;
      const before = draftOf(seen);
      const present = await read();
      const now = draftOf(present);
      const own = changedFields(before, draft);
      const fields = changedFields(before, now).filter((name) => own.includes(name) && !isSame(now[name], draft[name]));
      if (fields.length > 0) {
        setClash({ now, fields, seen: present });
        throw error;
      }
      const rebased = { seen: present, draft: withFields(now, draft, own) };
      setVersion(rebased);
      return save(rebased);
    }
  };
  const restart = (record: Seen) => setVersion({ seen: record, draft: draftOf(record) });
  const saving = useSubmit({
    mutationFn: save,
    onSuccess: async (written) => {
      await done({ restart, undo: () => takeBack(written) });
      edited.clear();
    },
  });
  /** Continues with the present record: it keeps the person's edits, except for the fields to take. */
  const resolve = (taken: readonly string[]): Version<Seen, D> | undefined => {
    if (!clash) return undefined;
    const { seen, draft } = version;
    const kept = changedFields(draftOf(seen), draft).filter((name) => !taken.includes(name));
    const next = { seen: clash.seen, draft: withFields(clash.now, draft, kept) };
    setClash(undefined);
    setVersion(next);
    saving.reset();
    return next;
  };
  return {
    ...version,
    restart,
    isDirty: edited.isDirty,
    setDraft,
    discard: () => {
      setClash(undefined);
      edited.clear();
      saving.reset();
    },
    submit: () => saving.submit(version),
    isPending: saving.isPending,
    // A conflict has its own view.
    error: clash ? null : saving.error,
    conflict: clash && { ...clash, mine: version.draft },
    keepMine: () => {
      const next = resolve([]);
      if (next) saving.submit(next);
    },
    takeTheirs: () => {
      resolve(clash?.fields ?? []);
    },
  };
}
