import { resources, routes } from "../../src/app/registry.ts";
import { apiExamples } from "../../src/interfaces/rest/api-examples.ts";
import { openApi } from "../../src/kernel/openapi/openapi.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";

/** Builds, without a service, the OpenAPI document that a service at this URL serves. */
export const documentOf = (baseUrl: string) =>
  openApi(new ResourceRegistry(resources), routes, `${baseUrl}/api/v3`, apiExamples);
