import { expect, test } from "vitest";
import { Hosts, hostUrls } from "../../src/database/connect/hosts.ts";
import { addressOf } from "../../src/database/open.ts";

test("a URL of several hosts is one URL for each, and one without a list is itself", () => {
  expect(hostUrls("postgres://roost:a,b@one:5432,two,%2Frun%2Fc:6000/roost?sslmode=require")).toEqual([
    "postgres://roost:a,b@one:5432/roost?sslmode=require",
    "postgres://roost:a,b@two/roost?sslmode=require",
    "postgres://roost:a,b@%2Frun%2Fc:6000/roost?sslmode=require",
  ]);
  expect(hostUrls("postgres://one/roost?application_name=a,b")).toEqual(["postgres://one/roost?application_name=a,b"]);
});

test("an address of several hosts begins with the first, and goes around them as they are left", () => {
  const { host, hosts } = addressOf("postgres://roost@one:1,two:2/roost?target_session_attrs=read-write");
  expect([host, hosts?.current]).toEqual(["one", { host: "one", port: 1 }]);
  const [one, two] = [
    { host: "one", port: 1 },
    { host: "two", port: 2 },
  ];
  const all = new Hosts([one, two]);
  all.leave(two);
  expect(all.current).toBe(one);
  all.leave(one);
  all.leave(one);
  expect(all.current).toBe(two);
  all.leave(two);
  expect(all.current).toBe(one);
  expect(addressOf("postgres://roost@one/roost").hosts).toBeUndefined();
});
