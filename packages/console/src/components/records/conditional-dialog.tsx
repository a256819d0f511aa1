import { Button, Modal, type ModalProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { ConflictView } from "../conflict/conflict-view.tsx";
import { useConditionalForm } from "../conflict/use-conditional-form.ts";
import { DialogFooter } from "../dialog-footer.tsx";
import { Failure } from "../failure.tsx";
import { FormProblems } from "../form-problems.tsx";
import { type Notice, useNotices } from "../notices.tsx";
import { Waiting } from "../waiting.tsx";

/** A draft, how to change it, and the last error. */
export interface RecordFields<D> {
  readonly draft: D;
  readonly setDraft: (change: (before: D) => D) => void;
  readonly error: unknown;
}

export interface ConditionalDialogProps<Seen, D extends object> extends Pick<ModalProps, "size"> {
  readonly title: string;
  /** Identifies the record, such as `rentals_fees 4`. */
  readonly record: string;
  /** Attributes whose problems are shown at their fields. */
  readonly excluded: readonly string[];
  readonly read: () => Promise<Seen>;
  readonly draftOf: (seen: Seen) => D;
  readonly write: (seen: Seen, draft: D) => Promise<unknown>;
  readonly saved: Notice;
  readonly nameOf: (field: keyof D & string) => string;
  /** A field's value for people. */
  readonly textOf: (draft: D, field: keyof D & string) => string;
  readonly close: () => void;
  readonly children: (fields: RecordFields<D>) => ReactNode;
}

/** A form in a dialog. It reads the record as it opens, and overwrites nobody's change. */
export function ConditionalDialog<Seen, D extends object>(props: ConditionalDialogProps<Seen, D>) {
  const { title, record, read, size = "md", close } = props;
  const { t } = useI18n();
  const { account } = useSession();
  const stored = useQuery({
    // A key of its own, because the change feed must not replace a form that somebody fills.
    queryKey: [account.id, "edited", record],
    queryFn: async () => ({ shown: await read() }),
    gcTime: 0,
  });
  return (
    <Modal opened onClose={close} title={title} {...{ size }} closeButtonProps={{ "aria-label": t("book.cancel") }}>
      {stored.error && <Failure error={stored.error} reset={() => void stored.refetch()} />}
      {stored.isPending && <Waiting />}
      {stored.data && <ConditionalForm {...props} {...stored.data} />}
    </Modal>
  );
}

function ConditionalForm<Seen, D extends object>(props: ConditionalDialogProps<Seen, D> & { readonly shown: Seen }) {
  const { shown, draftOf, read, write, saved, excluded, nameOf, textOf, close, children } = props;
  const { t } = useI18n();
  const { notify } = useNotices();
  const form = useConditionalForm<Seen, D>({
    ...{ shown, draftOf, read, write },
    done: () => {
      close();
      notify(saved);
    },
  });
  return (
    <form
      className="term-form"
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
      <DialogFooter>
        <Button type="submit" loading={form.isPending}>
          {t("records.save")}
        </Button>
      </DialogFooter>
    </form>
  );
}
