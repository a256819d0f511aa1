import { Button, type ModalProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { ConflictView } from "../conflict/conflict-view.tsx";
import { type SetDraft, useConditionalForm } from "../conflict/use-conditional-form.ts";
import { DialogFooter } from "../dialog-footer.tsx";
import { FormModal } from "../draft/form-modal.tsx";
import { FormProblems } from "../form-problems.tsx";
import { useNotices } from "../notices.tsx";
import { Pending } from "../pending.tsx";
import classes from "./record-form.module.css";

/** A draft, its setter, and the last error. */
export interface RecordFields<D> {
  readonly draft: D;
  readonly setDraft: SetDraft<D>;
  readonly error: unknown;
}

export interface ConditionalDialogProps<Seen, D extends object> extends Pick<ModalProps, "size"> {
  readonly title: string;
  /** Identifies the record, such as `rentals_fees 4`. */
  readonly record: string;
  /** Attributes whose problems are shown at their fields. */
  readonly excluded: readonly string[];
  readonly read: () => Promise<Seen>;
  /** A new record, which cannot be read. */
  readonly begun?: { readonly shown: Seen } | undefined;
  readonly draftOf: (seen: Seen) => D;
  readonly write: (seen: Seen, draft: D, setDraft: SetDraft<D>) => Promise<unknown>;
  /** The notice after saving. It can undo the change of a record, unless `canUndo` is false. */
  readonly saved: string | ((draft: D) => string);
  readonly canUndo?: boolean;
  readonly nameOf: (field: keyof D & string) => string;
  /** A field's value for people. */
  readonly textOf: (draft: D, field: keyof D & string) => string;
  /** The button's label, if not "Save". */
  readonly saveLabel?: string;
  /** Beside the button, such as one that removes the record. */
  readonly aside?: ReactNode;
  readonly close: () => void;
  readonly children: (fields: RecordFields<D>) => ReactNode;
}

/** A form in a dialog. It reads an existing record as it opens, and detects concurrent changes. */
export function ConditionalDialog<Seen, D extends object>(props: ConditionalDialogProps<Seen, D>) {
  const { title, record, read, begun, size = "md", close } = props;
  const { account } = useSession();
  const stored = useQuery({
    // A key of its own, because the change feed must not replace an open form.
    queryKey: [account.id, "edited", record],
    queryFn: async () => ({ shown: await read() }),
    enabled: begun === undefined,
    gcTime: 0,
  });
  const opened = begun ?? stored.data;
  return (
    <FormModal onClose={close} title={title} {...{ size }}>
      {!opened && <Pending reads={[stored]} />}
      {opened && <ConditionalForm {...props} {...opened} />}
    </FormModal>
  );
}

function ConditionalForm<Seen, D extends object>(props: ConditionalDialogProps<Seen, D> & { readonly shown: Seen }) {
  const { shown, begun, draftOf, read, write, saved, canUndo = !begun, close } = props;
  const { excluded, nameOf, textOf, saveLabel, aside, children } = props;
  const { t } = useI18n();
  const { notify } = useNotices();
  const form = useConditionalForm<Seen, D>({
    ...{ shown, draftOf, read, write },
    done: ({ undo }) => {
      close();
      const text = typeof saved === "string" ? saved : saved(form.draft);
      notify({ text, ...(canUndo && { undo }) });
    },
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {children(form)}
      <FormProblems error={form.error} excluded={excluded} />
      <ConflictView
        title={t("records.changedMeanwhile")}
        conflict={form.conflict}
        nameOf={nameOf}
        textOf={textOf}
        keepMine={form.keepMine}
        takeTheirs={form.takeTheirs}
      />
      <DialogFooter aside={aside}>
        <Button type="submit" loading={form.isPending}>
          {saveLabel ?? t("records.save")}
        </Button>
      </DialogFooter>
    </form>
  );
}
