import type { ToolDependencies } from "../dependencies.ts";
import { ownerStatementTool } from "./owner-statement.ts";
import { getTool } from "./records/get.ts";
import { listTool } from "./records/list.ts";
import { resourceSchemaTool } from "./records/resource-schema.ts";
import { resourcesTool } from "./records/resources.ts";
import { reportTool } from "./report.ts";
import { arrivalsTool } from "./stays/arrivals.ts";
import { calendarTool } from "./stays/calendar.ts";
import { findGuestTool } from "./stays/find-guest.ts";
import { findStaysTool } from "./stays/find-stays.ts";
import { quoteStayTool } from "./stays/quote-stay.ts";
import { whoIsWaitingTool } from "./stays/who-is-waiting.ts";
import { accountProperty, type Tool } from "./tool.ts";

/** The tools, by name. */
export const tools: ReadonlyMap<string, Tool> = new Map(
  [
    ...[resourcesTool, resourceSchemaTool, listTool, getTool],
    ...[findStaysTool, quoteStayTool, calendarTool, arrivalsTool, reportTool, ownerStatementTool],
    ...[findGuestTool, whoIsWaitingTool],
  ].map((tool) => [tool.name, tool]),
);

/** JSON Schemas of a tool's arguments, by name. */
export function propertiesOf(tool: Tool, dependencies: ToolDependencies): Readonly<Record<string, unknown>> {
  return { ...tool.properties(dependencies), ...accountProperty };
}

/** The result of `tools/list`, as JSON text. */
export function listedTools(dependencies: ToolDependencies): string {
  const listed = [...tools.values()].map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: {
      type: "object",
      properties: propertiesOf(tool, dependencies),
      required: tool.required,
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }));
  return JSON.stringify({ tools: listed });
}
