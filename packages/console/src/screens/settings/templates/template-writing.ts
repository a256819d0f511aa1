import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { draftTexts, writtenTexts } from "../../../components/locale-texts.ts";
import type { FieldsDraft } from "../../../components/records/field-dialog.tsx";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";
import type { Template } from "../../../components/templates/templates.ts";

export const draftOfTemplate = (template: Template | undefined, locales: readonly string[]): FieldsDraft => ({
  ...{ ...draftTexts("subject", template?.subject, locales), ...draftTexts("body", template?.body, locales) },
  name: template?.name ?? "",
});

const attributesOf = ({ name = "", ...texts }: FieldsDraft) => ({ ...writtenTexts(texts), name: name.trim() });

/** Creates, changes and removes message templates. */
export function useTemplateWriting() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "message_templates"] });
  const writing: RecordWriting<Template, FieldsDraft, number> = {
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
