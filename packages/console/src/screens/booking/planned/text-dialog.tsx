import { Stack, Textarea, TextInput } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { type Action, draftOfAction, type TextDraft, useActionWriting } from "./actions.ts";

/** The text of one action for its guest. */
export function TextDialog({ id, close }: { readonly id: number; readonly close: () => void }) {
  const { t } = useI18n();
  const { writing } = useActionWriting();
  return (
    <RecordDialog<Action, TextDraft, number>
      {...{ id, close, writing }}
      kind="scheduled_actions"
      title={t("plannedActions.edit")}
      excluded={["subject", "content"]}
      nameOf={(field) => t(`plannedActions.fields.${field}`)}
      draftOf={draftOfAction}
      saved={t("plannedActions.saved")}
    >
      {({ draft, setDraft, error }) => (
        <Stack>
          <TextInput
            label={t("plannedActions.fields.subject")}
            value={draft.subject}
            error={fieldProblem(error, "subject")}
            onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, subject: value }))}
          />
          <Textarea
            autosize
            minRows={6}
            label={t("plannedActions.fields.content")}
            description={t("plannedActions.textHint")}
            value={draft.content}
            error={fieldProblem(error, "content")}
            onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, content: value }))}
          />
        </Stack>
      )}
    </RecordDialog>
  );
}
