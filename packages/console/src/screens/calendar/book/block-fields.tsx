import { Group, SegmentedControl, TextInput } from "@mantine/core";
import { useI18n } from "../../../i18n/i18n.ts";
import { type BlockDraft, blockReasons } from "./stay-draft.ts";

interface BlockFieldsProps {
  readonly draft: BlockDraft;
  readonly set: (part: Partial<BlockDraft>) => void;
}

/** The reason for a block. */
export function BlockFields({ draft, set }: BlockFieldsProps) {
  const { t } = useI18n();
  return (
    <Group grow mb="sm" align="flex-end">
      <SegmentedControl
        aria-label={t("book.reason")}
        value={draft.reason}
        onChange={(value) => set({ reason: blockReasons.find((one) => one === value) ?? "other" })}
        data={blockReasons.map((value) => ({ value, label: t(`book.reasons.${value}`) }))}
      />
      <TextInput
        label={t("stay.notes")}
        value={draft.note}
        onChange={({ currentTarget }) => set({ note: currentTarget.value })}
      />
    </Group>
  );
}
