import { apiExamples } from "../../src/http/api-examples.ts";
import { Catalogue } from "../../src/kernel/catalogue.ts";
import { openApi } from "../../src/kernel/openapi.ts";
import { resources, routes } from "../../src/registry.ts";

/** The OpenAPI document as a service at this URL serves it, made without one. */
export const documentOf = (baseUrl: string) =>
  openApi(new Catalogue(resources), routes, `${baseUrl}/api/v3`, apiExamples);
