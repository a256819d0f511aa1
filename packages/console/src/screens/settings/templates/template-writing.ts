import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch, type RecordWriting, versioned } from "../../../components/records/record-writing.ts";
import type { Template } from "../../../components/templates/templates.ts";

/** A template in the form: its name, and `subject_<locale>` and `body_<locale>` for each locale of the account. */
export type TemplateDraft = Readonly<Record<string, string>>;

export function draftOfTemplate(template: Template | undefined, locales: readonly string[]): TemplateDraft {
  const texts = locales.flatMap((locale) => [
    [`subject_${locale}`, template?.subject?.[locale] ?? ""],
    [`body_${locale}`, template?.body[locale] ?? ""],
  ]);
  return { ...Object.fromEntries(texts), name: template?.name ?? "" };
}

const attributesOf = ({ name = "", ...texts }: TemplateDraft) => ({
  ...Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim() === "" ? null : text])),
  name: name.trim(),
});

/** Creates, changes and removes message templates. */
export function useTemplateWriting() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "message_templates"] });
  const writing: RecordWriting<Template, TemplateDraft, number> = {
    async read(id) {
      const params = { path: { message_template_id: [id] } };
      const { data, response } = await client.GET("/inbox/message_templates/{message_template_id}", { params });
      return versioned(data.message_templates[0], response);
    },
    async create(draft) {
      await client.POST("/inbox/message_templates", { body: { message_templates: [attributesOf(draft)] } });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      await client.PUT("/inbox/message_templates/{message_template_id}", {
        ...{ params: { path: { message_template_id: id } }, headers: ifMatch(etag) },
        body: { message_templates: [attributesOf(draft)] },
      });
      await invalidate();
    },
  };
  return {
    writing,
    async remove({ id }: Template): Promise<void> {
      const params = { path: { message_template_id: id } };
      await client.DELETE("/inbox/message_templates/{message_template_id}", { params });
      await invalidate();
    },
  };
}
