/**
 * For `Fastify({ schemaController })`: bodies are checked and answers written by the kernel, so that Fastify's own compilers of schemas are
 * not loaded, which took a twentieth of a start.
 */
export const noSchemas = { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } };

function refuseSchema(): never {
  throw new Error("A route has a schema of Fastify's: declare what it takes and answers instead (docs/kernel.md).");
}
