import { PreconditionFailed } from "@roost/client";
import { useState } from "react";
import { useSubmit } from "../use-submit.ts";

type Draft = object;

interface ConditionalForm<Seen, D extends Draft> {
  /** The record as the form opens. */
  readonly shown: Seen;
  readonly draftOf: (record: Seen) => D;
  /** The record as it is now. */
  readonly read: () => Promise<Seen>;
  /** Writes the draft's changes on condition that the record is still the seen one (`If-Match`). */
  readonly write: (seen: Seen, draft: D) => Promise<unknown>;
  readonly done: (form: { readonly restart: (record: Seen) => void }) => void | Promise<void>;
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
 * A form that overwrites nobody's change. Other people's changes to other fields are kept without a question; for the same fields
 * the person chooses.
 */
export function useConditionalForm<Seen, D extends Draft>(form: ConditionalForm<Seen, D>) {
  const { shown, draftOf, read, write, done } = form;
  const [version, setVersion] = useState<Version<Seen, D>>(() => ({ seen: shown, draft: draftOf(shown) }));
  const [clash, setClash] = useState<Omit<Conflict<D>, "mine"> & { readonly seen: Seen }>();
  const save = async ({ seen, draft }: Version<Seen, D>): Promise<void> => {
    try {
      await write(seen, draft);
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error;
      const before = draftOf(seen);
      const present = await read();
      const now = draftOf(present);
      const edited = changedFields(before, draft);
      const fields = changedFields(before, now).filter(
        (name) => edited.includes(name) && !isSame(now[name], draft[name]),
      );
      if (fields.length > 0) {
        setClash({ now, fields, seen: present });
        throw error;
      }
      const rebased = { seen: present, draft: withFields(now, draft, edited) };
      setVersion(rebased);
      await save(rebased);
    }
  };
  const restart = (record: Seen) => setVersion({ seen: record, draft: draftOf(record) });
  const saving = useSubmit({ mutationFn: save, onSuccess: () => done({ restart }) });
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
    setDraft: (change: (before: D) => D) => setVersion((before) => ({ ...before, draft: change(before.draft) })),
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
