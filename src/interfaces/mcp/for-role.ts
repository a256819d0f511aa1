import type { Scope } from "../../kernel/access/scopes.ts";
import { type AgentResources, agentResources } from "../../kernel/agent-schema.ts";
import { type Role, readScopesOfRole } from "../../modules/platform/access/roles.ts";
import { readScopes } from "./caller.ts";
import type { ToolDependencies } from "./dependencies.ts";

/** Resources by scope set. Each role has one scope set for the lifetime of the process. */
const resourcesByScopes = new WeakMap<ReadonlySet<Scope>, AgentResources>();

/** The tool dependencies, limited to what a role may read. */
export function forRole(dependencies: ToolDependencies, role: Role): ToolDependencies {
  const scopes = readScopesOfRole(role);
  if (scopes === readScopes) return dependencies;
  const { queries, routes } = dependencies;
  const resources = resourcesByScopes.get(scopes) ?? agentResources(queries.registry, routes, scopes);
  resourcesByScopes.set(scopes, resources);
  return { ...dependencies, scopes, resources };
}
