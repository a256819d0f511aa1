import { TextInput } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { EventTypeFields } from "./event-type-fields.tsx";
import type { Endpoint } from "./webhooks.ts";

/** An endpoint in the form. */
export interface EndpointDraft {
  readonly url: string;
  readonly description: string;
  /** Null for all types. */
  readonly types: readonly string[] | null;
}

export const draftOf = (endpoint: Endpoint | undefined): EndpointDraft => ({
  url: endpoint?.url ?? "",
  description: endpoint?.description ?? "",
  types: endpoint?.event_types ?? null,
});

export const attributesOf = ({ url, description, types }: EndpointDraft) => ({
  ...{ url, description: description.trim() === "" ? null : description },
  event_types: types && [...types],
});

interface EndpointFieldsProps {
  readonly draft: EndpointDraft;
  readonly setDraft: (change: (before: EndpointDraft) => EndpointDraft) => void;
  readonly error: unknown;
}

/** The fields of an endpoint. */
export function EndpointFields({ draft, setDraft, error }: EndpointFieldsProps) {
  const { t } = useI18n();
  const put = (changes: Partial<EndpointDraft>): void => setDraft((before) => ({ ...before, ...changes }));
  return (
    <>
      <TextInput
        type="url"
        required
        data-autofocus
        mb="sm"
        label={t("webhooks.url")}
        description={t("webhooks.urlHint")}
        value={draft.url}
        onChange={({ currentTarget }) => put({ url: currentTarget.value })}
        error={fieldProblem(error, "url")}
      />
      <TextInput
        mb="sm"
        label={t("webhooks.description")}
        value={draft.description}
        onChange={({ currentTarget }) => put({ description: currentTarget.value })}
        error={fieldProblem(error, "description")}
      />
      <EventTypeFields chosen={draft.types} choose={(types) => put({ types })} error={error} />
    </>
  );
}
