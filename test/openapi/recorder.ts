import { resources, routes } from "../../src/app/registry.ts";
import type { Example } from "../../src/kernel/openapi/examples.ts";
import type { Route } from "../../src/kernel/route.ts";
import type { Answer, ApiClient } from "../harness/client.ts";
import { type Json, recordOf, recordsOf } from "../harness/client.ts";
import { idIn, isCreation, pathOf, resourceOfParameter } from "../harness/fixture.ts";
import { sameEveryDay } from "./same-every-day.ts";

/** Sends the documentation's example requests and records them with their responses. */
export class Recorder {
  readonly operations: Record<string, Example> = {};
  private readonly known = new Map<string, number | string>();
  private readonly client: ApiClient;
  private readonly today: number;

  /** @param today UTC midnight, epoch milliseconds */
  constructor(client: ApiClient, today: number) {
    this.client = client;
    this.today = today;
  }

  /** The date that many days ahead. */
  day = (ahead: number): string => new Date(this.today + ahead * 86_400_000).toISOString().slice(0, 10);

  /** The id of a resource's known record. */
  id = (resource: string): number | string => idIn(this.known, resource);
  ids = (resource: string): (number | string)[] => [this.id(resource)];
  know = (resource: string, id: number | string): void => {
    this.known.set(resource, id);
  };

  /** The id that a known record links to. */
  linked = async (resource: string, relation: string): Promise<number | string> => {
    const record = recordOf(await this.client.get(`/${resource}/${this.id(resource)}`), resource);
    const id = Object(record.links)[relation];
    return typeof id === "string" ? id : Number(id);
  };

  /** The id of the first record of a list. */
  listed = async (path: string, root: string): Promise<number> =>
    Number(recordsOf(await this.client.get(path), root)[0]?.id);

  /** Creates a record and remembers its id. */
  create = async (resource: string, element: Json): Promise<void> => {
    const route = routes.find((one) => one.resource.name === resource && isCreation(one));
    if (!route) throw new Error(`Nothing creates ${resource}.`);
    const answer = await this.send(route.method, route.path, { [route.resource.root]: [element] });
    const { id } = recordOf(answer, route.resource.root);
    this.know(resource, typeof id === "string" ? id : Number(id));
  };

  /** Changes a record with both methods. */
  change = async (resource: string, element: Json): Promise<void> => {
    const { root, path, singular } = resourceNamed(resource);
    for (const method of ["PUT", "PATCH"]) await this.send(method, `/${path}/:${singular}_id`, { [root]: [element] });
  };

  /** Sends a route's request with the known ids, and records it unless the route already has one. */
  send = async (method: string, routePath: string, body?: unknown, query?: URLSearchParams): Promise<Answer> => {
    const route = routes.find((one) => one.method === method && one.path === routePath);
    if (!route) throw new Error(`There is no route ${method} ${routePath}.`);
    const path = `${pathOf(route, (name) => this.id(resourceOfParameter(route, name).name))}${query?.size ? `?${query}` : ""}`;
    const answer = await this.client.send(method, path, body);
    if (answer.status !== successOf(route))
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    const key = `${method} ${routePath}`;
    this.operations[key] ??= sameEveryDay(
      {
        path,
        ...(body === undefined ? {} : { request: body }),
        status: answer.status,
        ...(answer.text === "" ? {} : { response: answer.json }),
      },
      this.today,
    );
    return answer;
  };
}

function successOf({ operation }: Route): number {
  return operation.kind === "write" ? operation.success : 200;
}

function resourceNamed(name: string) {
  const found = resources.find((resource) => resource.name === name);
  if (!found) throw new Error(`There is no resource ${name}.`);
  return found;
}
