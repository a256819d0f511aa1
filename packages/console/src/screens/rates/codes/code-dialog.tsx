import { Button, Group, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ConflictView } from "../../../components/conflict/conflict-view.tsx";
import { useConditionalForm } from "../../../components/conflict/use-conditional-form.ts";
import { Failure } from "../../../components/failure.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { Waiting } from "../../../components/waiting.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { CodeFields, codeFieldNames } from "./code-fields.tsx";
import { type CodeDraft, type DiscountCode, draftOfCode, useCodeWriting } from "./codes.ts";

interface CodeDialogProps {
  /** Undefined for a new code. */
  readonly id: string | undefined;
  readonly rentals: readonly { readonly id: number; readonly name: string; readonly currency: string }[];
  readonly close: () => void;
}

/** A form for a discount code. It reads the code first, so that it overwrites nobody's change. */
export function CodeDialog({ id, rentals, close }: CodeDialogProps) {
  const { t } = useI18n();
  const { account } = useSession();
  const { read } = useCodeWriting();
  const stored = useQuery({
    // A key of its own, because the change feed must not replace a form that somebody fills.
    queryKey: [account.id, "edited discount code", id],
    queryFn: () => read(id ?? ""),
    enabled: id !== undefined,
    gcTime: 0,
  });
  const isReady = id === undefined || stored.data !== undefined;
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={id === undefined ? t("codes.add") : t("codes.edit")}
      closeButtonProps={{ "aria-label": t("book.cancel") }}
    >
      {stored.error && <Failure error={stored.error} reset={() => void stored.refetch()} />}
      {!isReady && !stored.error && <Waiting />}
      {isReady && <CodeForm stored={id === undefined ? undefined : stored.data} {...{ rentals, close }} />}
    </Modal>
  );
}

interface CodeFormProps extends Omit<CodeDialogProps, "id"> {
  readonly stored: DiscountCode | undefined;
}

function CodeForm({ stored, rentals, close }: CodeFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { read, create, change } = useCodeWriting();
  const form = useConditionalForm<DiscountCode | undefined, CodeDraft>({
    shown: stored,
    draftOf: (code) => draftOfCode(code, rentals[0]?.currency ?? "EUR"),
    read: async () => stored && read(stored.id),
    write: (seen, draft) => (seen ? change(seen, draft) : create(draft)),
    done: () => {
      close();
      notify({ text: t("codes.saved") });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <CodeFields draft={form.draft} setDraft={form.setDraft} error={form.error} rentals={rentals} />
      <FormProblems error={form.error} excluded={codeFieldNames} />
      <ConflictView
        title={t("codes.changedMeanwhile")}
        conflict={form.conflict}
        nameOf={(field) => t(`codes.fields.${field}`)}
        textOf={(draft, field) => String(draft[field])}
        keepMine={form.keepMine}
        takeTheirs={form.takeTheirs}
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={form.isPending}>
          {t("codes.save")}
        </Button>
      </Group>
    </form>
  );
}
