import { ownerStatementTool } from "./owner-statement.ts";
import { proposeTool } from "./propose/propose.ts";
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

/** All tools, by name. */
export const tools: ReadonlyMap<string, Tool> = new Map(
  [
    ...[resourcesTool, resourceSchemaTool, listTool, getTool],
    ...[findStaysTool, quoteStayTool, calendarTool, arrivalsTool, reportTool, ownerStatementTool],
    ...[findGuestTool, whoIsWaitingTool, proposeTool],
  ].map((tool) => [tool.name, tool]),
);

/** JSON Schemas of a tool's arguments, by name. */
export function propertiesOf(tool: Tool): Readonly<Record<string, unknown>> {
  return { ...tool.properties, ...accountProperty };
}

/** The tools of a token, by name. @param mayPropose whether the token may propose changes */
export function toolsOf({ mayPropose }: { readonly mayPropose: boolean }): ReadonlyMap<string, Tool> {
  return mayPropose ? tools : readingTools;
}

const readingTools: ReadonlyMap<string, Tool> = new Map([...tools].filter(([, { proposes }]) => !proposes));

/** The result of `tools/list`, as JSON text. */
export function listedTools(listedFor: { readonly mayPropose: boolean }): string {
  const listed = [...toolsOf(listedFor).values()].map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: {
      type: "object",
      properties: propertiesOf(tool),
      required: tool.required,
      additionalProperties: false,
    },
    outputSchema: tool.answer,
    annotations: {
      readOnlyHint: !tool.proposes,
      ...(tool.proposes && { destructiveHint: false }),
      openWorldHint: false,
    },
  }));
  return JSON.stringify({ tools: listed });
}
