import { Button, FileButton, Group, SegmentedControl, Textarea } from "@mantine/core";
import { useDraft } from "../../components/draft/use-draft.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { TemplateChoice } from "../../components/templates/template-choice.tsx";
import { useRendering } from "../../components/templates/templates.ts";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { Conversation } from "./conversations.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import { useSending, useUploading } from "./messages.ts";

interface AnswerFormProps {
  readonly conversation: Conversation;
}

/** Writes an answer or an internal note, with optional template and attachments. The draft stays until it is sent. */
export function AnswerForm({ conversation }: AnswerFormProps) {
  const { t } = useI18n();
  const send = useSending(conversation);
  const upload = useUploading();
  const render = useRendering(conversation.id);
  const { draft, change, clear } = useDraft(`answer.${conversation.id}`, emptyDraft);
  const keep = (changed: Partial<Draft>) => change((before) => ({ ...before, ...changed }));
  const sending = useSubmit({ mutationFn: send, onSuccess: clear });
  const uploading = useSubmit({
    mutationFn: upload,
    onSuccess: (file) => change((before) => ({ ...before, attachments: [...before.attachments, file] })),
  });
  const isEmpty = draft.text.trim() === "";
  const submit = () => {
    if (!isEmpty && !sending.isPending && !uploading.isPending) sending.submit(draft);
  };
  const { visibility } = draft;
  return (
    <form
      className="answer"
      aria-label={t("answer.title")}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Group gap="xs" justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={t("answer.kind")}
          value={visibility}
          onChange={(value) => keep({ visibility: value === "internal" ? "internal" : "external" })}
          data={[
            { value: "external", label: t("answer.kinds.external") },
            { value: "internal", label: t("answer.kinds.internal") },
          ]}
        />
        <TemplateChoice
          render={render}
          insert={(text) =>
            change((before) => ({ ...before, text: [before.text.trimEnd(), text].filter(Boolean).join("\n\n") }))
          }
        />
      </Group>
      <Textarea
        autosize={false}
        rows={4}
        aria-label={t(`answer.text.${visibility}`)}
        placeholder={t(`answer.text.${visibility}`)}
        description={t(`answer.where.${whereTo(conversation, visibility)}`)}
        inputWrapperOrder={["input", "description", "error"]}
        value={draft.text}
        error={fieldProblem(sending.error, "content")}
        onChange={({ currentTarget }) => keep({ text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
        }}
      />
      <Files draft={draft} keep={keep} isUploading={uploading.isPending} />
      <FormProblems error={sending.error ?? uploading.error} excluded={["content"]} />
      <Group justify="flex-end" gap="xs">
        <FileButton onChange={(file) => file && uploading.submit(file)}>
          {(props) => (
            <Button variant="default" loading={uploading.isPending} {...props}>
              {t("answer.attach")}
            </Button>
          )}
        </FileButton>
        <Button type="submit" disabled={isEmpty || uploading.isPending} loading={sending.isPending}>
          {t(`answer.send.${visibility}`)}
        </Button>
      </Group>
    </form>
  );
}

/** A message's destination (docs/concepts/inbox.md, What reaches the guest). */
function whereTo({ default_channel, marked_as_spam_at }: Conversation, visibility: Draft["visibility"]) {
  if (visibility === "internal") return "internal";
  if (marked_as_spam_at !== null) return "spam";
  if (default_channel === null) return "none";
  return default_channel === "email" ? "email" : "channel";
}

interface FilesProps {
  readonly draft: Draft;
  readonly keep: (changed: Partial<Draft>) => void;
  readonly isUploading: boolean;
}

function Files({ draft, keep, isUploading }: FilesProps) {
  const { t } = useI18n();
  const without = (id: number) => draft.attachments.filter((file) => file.id !== id);
  return (
    <>
      <output className="hint">{isUploading ? t("answer.uploading") : ""}</output>
      {draft.attachments.length > 0 && (
        <ul className="files">
          {draft.attachments.map(({ id, name }) => (
            <li key={id}>
              {name}{" "}
              <button
                type="button"
                className="quiet"
                aria-label={t("answer.remove", { name })}
                onClick={() => keep({ attachments: without(id) })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
