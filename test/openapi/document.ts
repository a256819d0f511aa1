import { resources, routes } from "../../src/app/registry.ts";
import { apiExamples } from "../../src/interfaces/rest/api-examples.ts";
import { openApi } from "../../src/kernel/openapi/openapi.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";

/** The OpenAPI document as a service at this URL serves it, made without one. */
export const documentOf = (baseUrl: string) =>
  openApi(new ResourceRegistry(resources), routes, `${baseUrl}/api/v3`, apiExamples);
