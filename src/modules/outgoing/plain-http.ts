/**
 * What is used of `node:http`. Imported by its name, the module would load all that it exports at once, Node's whole web client behind
 * its `WebSocket` included: three megabytes that stay.
 */
export const { Agent: PlainAgent, request: plainRequest } = process.getBuiltinModule("node:http");
