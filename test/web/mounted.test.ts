import { beforeAll, expect, test } from "vitest";
import { argon2id } from "../../src/modules/people/password.ts";
import { useHouse } from "../harness/house.ts";
import { Visitor } from "./visitor.ts";
import { password } from "./world.ts";

const house = useHouse();

beforeAll(async () => {
  const text = "insert into users (email, fullname, password_digest) values ('rosa@example.com', 'Rosa', $1)";
  await house.sql(text, [await argon2id.hash(password)]);
});

test("the whole service serves the pages beside the API and its documentation", async () => {
  const visitor = new Visitor(house.url);
  expect(await visitor.get("/")).toMatchObject({ status: 303, location: "/docs" });
  expect((await visitor.get("/docs/")).status).toBe(200);
  expect((await visitor.get("/health")).status).toBe(200);
  expect(await visitor.signIn("rosa@example.com", password)).toMatchObject({ status: 303, location: "/applications" });
  expect(await visitor.get("/")).toMatchObject({ status: 303, location: "/applications" });
  expect((await visitor.get("/applications")).headers.get("content-type")).toBe("text/html; charset=utf-8");
});

test("a session is no way into the API, and the API's answers set no cookie", async () => {
  const visitor = new Visitor(house.url);
  expect((await visitor.signIn("rosa@example.com", password)).status).toBe(303);
  const seen = await visitor.get("/api/v3/rentals");
  expect(seen.status).toBe(401);
  expect(seen.headers.getSetCookie()).toEqual([]);
});
