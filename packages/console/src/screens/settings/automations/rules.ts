import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";
import { attributesOf, type Rule, type RuleDraft } from "./rule-draft.ts";

/** The account's rules, built-in ones first. */
export function useRules() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "automations"],
    queryFn: async ({ signal }) => {
      const rules: Rule[] = [];
      for await (const rule of client.records("/automations", { signal })) rules.push(rule);
      return rules;
    },
  });
}

/** Creates, changes, switches and removes rules. Each changes the planned actions. */
export function useRuleWriting() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () =>
    Promise.all(
      ["automations", "scheduled_actions"].map((kind) => queries.invalidateQueries({ queryKey: [account.id, kind] })),
    );
  const read = async (id: number) => {
    const params = { path: { automation_id: [id] } };
    const { data, response } = await client.GET("/automations/{automation_id}", { params });
    return versioned(data.automations[0], response);
  };
  const writing: RecordWriting<Rule, RuleDraft, number> = {
    read,
    async create(draft) {
      await client.POST("/automations", { body: { automations: [attributesOf(draft)] } });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      await client.PUT("/automations/{automation_id}", {
        ...{ params: { path: { automation_id: id } }, headers: ifMatch(etag) },
        body: { automations: [attributesOf(draft)] },
      });
      await invalidate();
    },
  };
  return {
    writing,
    async switchTo({ id }: Rule, state: Rule["state"]): Promise<void> {
      const { etag } = await read(id);
      await client.PUT("/automations/{automation_id}", {
        ...{ params: { path: { automation_id: id } }, headers: ifMatch(etag) },
        body: { automations: [{ state }] },
      });
      await invalidate();
    },
    async remove({ id }: Rule): Promise<void> {
      await client.DELETE("/automations/{automation_id}", { params: { path: { automation_id: id } } });
      await invalidate();
    },
  };
}
