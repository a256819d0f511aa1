import type { ToolDependencies } from "../dependencies.ts";
import { calendarTool } from "./calendar.ts";
import { findGuestTool } from "./find-guest.ts";
import { findStaysTool } from "./find-stays.ts";
import { getTool } from "./get.ts";
import { listTool } from "./list.ts";
import { quoteStayTool } from "./quote-stay.ts";
import { reportTool } from "./report.ts";
import { resourcesTool } from "./resources.ts";
import { resourceSchemaTool } from "./resource-schema.ts";
import { accountProperty, type Tool } from "./tool.ts";

/** The tools by their names. */
export const tools: ReadonlyMap<string, Tool> = new Map(
  [
    ...[resourcesTool, resourceSchemaTool, listTool, getTool],
    ...[findStaysTool, quoteStayTool, calendarTool, reportTool, findGuestTool],
  ].map((tool) => [tool.name, tool]),
);

/** The arguments that a tool takes. */
export function argumentNames(tool: Tool, dependencies: ToolDependencies): string[] {
  return Object.keys({ ...tool.properties(dependencies), ...accountProperty });
}

/** The result of `tools/list` as a JSON text. */
export function listedTools(dependencies: ToolDependencies): string {
  const listed = [...tools.values()].map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: {
      type: "object",
      properties: { ...tool.properties(dependencies), ...accountProperty },
      required: tool.required,
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }));
  return JSON.stringify({ tools: listed });
}
