import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { ifMatch, type Seen, versionOf } from "../../components/conflict/version.ts";
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
  const read = async (id: number): Promise<Seen<Rule>> => {
    const params = { path: { rates_rule_id: [id] } };
    const { data, response } = await client.GET("/rates_rules/{rates_rule_id}", { params });
    const [rule] = data.rates_rules;
    if (!rule) throw new TypeError("The rule is gone.");
    return { ...rule, etag: versionOf(response) };
  };
  const change = async (rule: Seen<Rule>, draft: RuleDraft): Promise<void> => {
    const params = { path: { rates_rule_id: rule.id } };
    const body = { rates_rules: [attributesOf(draft, rule)] };
    await client.PUT("/rates_rules/{rates_rule_id}", { params, headers: ifMatch(rule.etag), body });
    await invalidate();
  };
  const remove = async ({ id }: Rule): Promise<void> => {
    await client.DELETE("/rates_rules/{rates_rule_id}", { params: { path: { rates_rule_id: id } } });
    await invalidate();
  };
  return { read, make, change, remove, restore: (rule: Rule) => make(draftOf(rule)) };
}
