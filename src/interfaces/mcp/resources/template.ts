/** The URI template of records (MCP, Resource templates). */
export const template = "roost://{resource}/{id}";
