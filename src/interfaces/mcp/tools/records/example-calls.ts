import type { AgentResource } from "../../../../kernel/agent-schema.ts";

/** A call that works unchanged. */
interface ExampleCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Calls that work unchanged. */
export function exampleCalls({ resource, gets, filterables, fields }: AgentResource): ExampleCall[] {
  const { name } = resource;
  const shown = fields.filter((field) => field === "id" || field === "name" || field === "updated_at");
  const list = { resource: name, limit: 10, ...(shown.length > 0 ? { fields: shown } : {}) };
  const calls: ExampleCall[] = [{ tool: "api_v3_list", arguments: list }];
  const time = [...filterables].find(([, { sqlType }]) => sqlType === "timestamptz" || sqlType === "date")?.[0];
  if (time !== undefined) {
    const between = [
      { op: "gteq", value: "2027-01-01" },
      { op: "lt", value: "2027-02-01" },
    ];
    calls.push({ tool: "api_v3_list", arguments: { resource: name, filter: { [time]: between } } });
  }
  const text = [...filterables].find(([, { operators }]) => operators.includes("matches"))?.[0];
  if (text !== undefined) {
    calls.push({
      tool: "api_v3_list",
      arguments: { resource: name, filter: { [text]: { op: "matches", value: "a" } } },
    });
  }
  if (gets) {
    const id = resource.key.sqlType === "uuid" ? "01234567-89ab-4cde-8f01-23456789abcd" : 1;
    calls.push({ tool: "api_v3_get", arguments: { resource: name, id } });
  }
  return calls;
}
