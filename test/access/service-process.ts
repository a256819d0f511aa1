import Type from "typebox";
import { Value } from "typebox/value";
import { serve } from "./serve.ts";

/** A service in a process of its own, started by `aServiceProcess`. It ends with the one that started it. */

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
