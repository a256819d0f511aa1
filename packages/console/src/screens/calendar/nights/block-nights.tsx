import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { textOf } from "../../../components/days.ts";
import { DialogFooter } from "../../../components/dialog-footer.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { BlockFields } from "../book/block-fields.tsx";
import { type BlockDraft, blockNotes } from "../book/stay-draft.ts";
import type { Chosen } from "../grid/grid-props.ts";
import { useBlockNights } from "./block-rentals.ts";

interface BlockNightsProps {
  readonly chosen: Chosen;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Blocks the nights in every rental, or in none. */
export function BlockNights({ chosen, formats, close }: BlockNightsProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { block, unblock } = useBlockNights();
  const form = useForm<BlockDraft>({ initialValues: { reason: "owner", note: "" } });
  const { rentals, first, last } = chosen;
  const blocking = useSubmit({
    mutationFn: () =>
      block(
        rentals.map(({ id }) => id),
        { start_at: textOf(first), end_at: textOf(last + 1), notes: blockNotes(form.values, t) },
      ),
    onSuccess: (blocks) => {
      close();
      notify({ text: t("nights.blocked", { rentals: blocks.length }), undo: () => unblock(blocks) });
    },
  });
  return (
    <form onSubmit={form.onSubmit(() => blocking.submit())}>
      <p>{t("nights.blocks", { rentals: rentals.length, first: formats.date(first), last: formats.date(last + 1) })}</p>
      <BlockFields draft={form.values} set={form.setValues} />
      <FormProblems error={blocking.error} excluded={[]} />
      <DialogFooter>
        <Button variant="default" onClick={close}>
          {t("book.cancel")}
        </Button>
        <Button type="submit" loading={blocking.isPending}>
          {t("book.kinds.unavailable")}
        </Button>
      </DialogFooter>
    </form>
  );
}
