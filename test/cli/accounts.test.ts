import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { operatorOf } from "./operator.ts";

/** operations.md: managing accounts on the command line. */
const service = useService();
const operator = operatorOf(service);

test("lists accounts with their record counts, and shows one by id or name", async () => {
  const account = await service.anAccount({ business_name: "Mas de l'Étang" });
  const client = await service.aClient(account);
  await aBooking(client, await aRental(client));
  const shown = await operator.json("account", "show", "MAS DE L'ÉTANG");
  expect(shown).toMatchObject({
    ...{ id: account, name: "Mas de l'Étang", state: "open", status: "trial", people: 0, applications: 1 },
    ...{ rentals: 1, bookings: 1, currency: "EUR", time_zone: "UTC", locales: ["en", "fr"], closed_at: null },
  });
  expect(await operator.json("account", "show", String(account))).toEqual(shown);
  expect(await operator.list("account", "list")).toContainEqual(shown);
  const { out } = await operator.run("account", "list");
  expect(out.split("\n")[0]).toMatch(/^ID +NAME +STATE +STATUS +PEOPLE +APPLICATIONS +RENTALS +BOOKINGS$/);
  expect(out).toMatch(new RegExp(`^${account} +Mas de l'Étang +open +trial +0 +1 +1 +1$`, "m"));
});

test("refuses an unknown or ambiguous account name and says what to use instead", async () => {
  const twins = [
    await service.anAccount({ business_name: "Twin" }),
    await service.anAccount({ business_name: "twin" }),
  ];
  expect(await operator.run("account", "show", "Twin")).toMatchObject({
    ...{ code: 1, out: "" },
    err: `error: account: several are called Twin. Use an id: ${twins.join(", ")}.\n`,
  });
  expect(await operator.run("user", "list", "--account", "Nobody's")).toMatchObject({
    ...{ code: 1, out: "", err: "error: There is no account Nobody's.\n" },
  });
});

test("changes settings by the API's rules and records the command in the history", async () => {
  const account = await service.anAccount();
  const words = ["account", "change", String(account), "--business-name", "Les Chênes", "--default-currency", "GBP"];
  const changed = await operator.json(...words, "--default-arrival-time", "15", "--phone", "", "--status", "paying");
  expect(changed).toMatchObject({ id: account, changed: expect.arrayContaining(["status", "default_currency"]) });
  expect(await operator.json("account", "show", "Les Chênes")).toMatchObject({ currency: "GBP", status: "paying" });
  const client = await service.aClient(account);
  const entries = recordsOf(await client.get("/audit_entries?resource=accounts"), "audit_entries");
  const actor = expect.objectContaining({ type: "Command", name: "account change" });
  expect(entries).toContainEqual(
    expect.objectContaining({ actor, changes: expect.objectContaining({ status: ["trial", "paying"] }) }),
  );
  const refused = await operator.run(
    "account",
    "change",
    String(account),
    "--default-currency",
    "XXX",
    "--time-zone",
    "here",
  );
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toMatch(/^error: time-zone: [^\n]*default-currency: must be one of the currencies[^\n]*\n$/);
  expect(await operator.run("account", "change", String(account))).toMatchObject({ code: 1, out: "" });
});

test("changes locales together and keeps the required ones", async () => {
  const account = String(await service.anAccount());
  await operator.json("account", "change", account, "--default-locale", "de", "--selected-locales", "en,de");
  expect(await operator.json("account", "show", account)).toMatchObject({
    default_locale: "de",
    locales: ["en", "de"],
  });
  const refused = await operator.run("account", "change", account, "--selected-locales", "fr,xx");
  expect(refused.err).toMatch(
    /selected-locales: cannot include xx; .*, must include en, .*default-locale: must be one of fr, xx/,
  );
});

test("disabling an account blocks it without erasing it, and enabling restores it", async () => {
  const account = await service.anAccount({ business_name: "Disabled one" });
  const client = await service.aClient(account);
  expect(await operator.json("account", "disable", "Disabled one", "--yes")).toMatchObject({ state: "disabled" });
  expect((await client.get("/rentals")).status).toBe(401);
  expect(await operator.json("account", "show", String(account))).toMatchObject({ state: "disabled", erased_at: null });
  await service.sql("update accounts set closed_at = now() - interval '90 days' where id = $1", [account]);
  expect(await service.sql("select erase_closed_account(1000)::integer as erased")).toEqual([{ erased: 0 }]);
  expect(await operator.run("account", "disable", String(account), "--yes")).toMatchObject({
    ...{ code: 1, err: `error: account: ${account} is already disabled or closed.\n` },
  });
  for (const words of [[], ["1", "--account", "2"]])
    expect(await operator.run("account", "enable", ...words)).toMatchObject({ code: 1, out: "" });
  expect(await operator.json("account", "enable", "Disabled one")).toMatchObject({ id: account });
  expect((await client.get("/rentals")).status).toBe(200);
});
