import Type from "typebox";
import { Value } from "typebox/value";
import { serve } from "./serve.ts";

/** A service in its own process, started by `aServiceProcess`. It exits with its parent. */

const Login = Type.Object({
  host: Type.String(),
  port: Type.Number(),
  user: Type.String(),
  password: Type.String(),
  database: Type.String(),
});

process.on("disconnect", () => process.exit(0));
const { url } = await serve(Value.Parse(Login, JSON.parse(process.argv[2] ?? "")));
process.send?.(url);
