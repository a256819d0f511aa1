import { text } from "node:stream/consumers";
import openapiTS, { astToString } from "openapi-typescript";

/** Writes the types of the OpenAPI document that it is given, as any client's author would make them. */
const document = await text(process.stdin);
process.stdout.write(astToString(await openapiTS(document)));
