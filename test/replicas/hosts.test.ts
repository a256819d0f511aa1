import { expect, test } from "vitest";
import { Hosts, hostUrls } from "../../src/database/connect/hosts.ts";
import { addressOf } from "../../src/database/open.ts";

test("splits a URL with several hosts into one per host, and keeps a URL with one host", () => {
  expect(hostUrls("postgres://roost:a,b@one:5432,two,%2Frun%2Fc:6000/roost?sslmode=require")).toEqual([
    "postgres://roost:a,b@one:5432/roost?sslmode=require",
    "postgres://roost:a,b@two/roost?sslmode=require",
    "postgres://roost:a,b@%2Frun%2Fc:6000/roost?sslmode=require",
  ]);
  expect(hostUrls("postgres://one/roost?application_name=a,b")).toEqual(["postgres://one/roost?application_name=a,b"]);
});

test("an address with several hosts starts with the first and cycles through them as they fail", () => {
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
