import { Button, Group, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSession } from "../../app/session.tsx";
import { ConflictView } from "../../components/conflict/conflict-view.tsx";
import { useConditionalForm } from "../../components/conflict/use-conditional-form.ts";
import { Failure } from "../../components/failure.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import { type Notice, useNotices } from "../../components/notices.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useI18n } from "../../i18n/i18n.ts";

/** A draft, how to change it, and the last error. */
export interface TermFields<D> {
  readonly draft: D;
  readonly setDraft: (change: (before: D) => D) => void;
  readonly error: unknown;
}

interface EditTermProps<Seen, D extends object> {
  readonly title: string;
  /** Identifies the record, such as `rentals_fees 4`. */
  readonly record: string;
  readonly excluded: readonly string[];
  readonly read: () => Promise<Seen>;
  readonly draftOf: (seen: Seen) => D;
  readonly write: (seen: Seen, draft: D) => Promise<unknown>;
  readonly saved: Notice;
  readonly nameOf: (field: keyof D & string) => string;
  /** A field's value for people. */
  readonly textOf: (draft: D, field: keyof D & string) => string;
  readonly close: () => void;
  readonly children: (fields: TermFields<D>) => ReactNode;
}

/** A form for an existing fee, policy or room. It reads the record as it opens, and overwrites nobody's change. */
export function EditTermDialog<Seen, D extends object>(props: EditTermProps<Seen, D>) {
  const { title, record, read, close } = props;
  const { t } = useI18n();
  const { account } = useSession();
  const stored = useQuery({
    // A key of its own, because the change feed must not replace a form that somebody fills.
    queryKey: [account.id, "edited", record],
    queryFn: read,
    gcTime: 0,
  });
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ "aria-label": t("book.cancel") }}>
      {stored.error && <Failure error={stored.error} reset={() => void stored.refetch()} />}
      {stored.isPending && <Waiting />}
      {stored.data !== undefined && <EditTermForm {...props} shown={stored.data} />}
    </Modal>
  );
}

function EditTermForm<Seen, D extends object>(props: EditTermProps<Seen, D> & { readonly shown: Seen }) {
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
        title={t("rentalEditor.changedMeanwhile")}
        conflict={form.conflict}
        nameOf={nameOf}
        textOf={textOf}
        keepMine={form.keepMine}
        takeTheirs={form.takeTheirs}
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={form.isPending}>
          {t("rentalEditor.save")}
        </Button>
      </Group>
    </form>
  );
}

/** The header that makes a write depend on the version that a read returned. */
export const ifMatch = (etag: string | undefined): Record<string, string> =>
  etag === undefined ? {} : { "If-Match": etag };
