import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { attributesOf, draftOf, type RuleDraft } from "./rule-draft.ts";
import type { Rule } from "./rules.ts";

/** Creates, changes and removes rules, and refetches everything derived from them. */
export function useRuleWriting(table: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = async () => {
    const names = ["rates_rules", "nightly_rate_maps", "bookings"];
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [account.id, name] })));
  };
  const make = async (draft: RuleDraft): Promise<void> => {
    const body = { rates_rules: [attributesOf(draft, undefined)] };
    await client.POST("/rates_tables/{rates_table_id}/rates_rules", {
      params: { path: { rates_table_id: table } },
      body,
    });
    await invalidate();
  };
  const change = async (rule: Rule, draft: RuleDraft): Promise<void> => {
    const body = { rates_rules: [attributesOf(draft, rule)] };
    await client.PUT("/rates_rules/{rates_rule_id}", { params: { path: { rates_rule_id: rule.id } }, body });
    await invalidate();
  };
  const remove = async ({ id }: Rule): Promise<void> => {
    await client.DELETE("/rates_rules/{rates_rule_id}", { params: { path: { rates_rule_id: id } } });
    await invalidate();
  };
  return { make, change, remove, restore: (rule: Rule) => make(draftOf(rule)) };
}
