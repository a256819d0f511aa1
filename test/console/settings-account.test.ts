import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aRental, changing, created } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { createdEndpoint } from "../webhooks/factories.ts";
import { faultsOf } from "./looks.ts";
import { accessibilityFaults, dayFrom, goTo, openConsole } from "./open-console.ts";
import { undo } from "./undo.ts";
import { aWindow, type Window } from "./windows.ts";

/** Account settings other than people and webhooks (console.md, Settings). */
const service = useSharedService();
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

async function aHouse() {
  const account = await service.anAccount();
  return { account, owner: await aMember(service, account, "owner", { name: "Olive Owner" }) };
}

async function toPart(page: Page, part: string): Promise<void> {
  await goTo(page, "Settings");
  await page
    .getByRole("navigation", { name: "Settings sections" })
    .getByRole("link", { name: part, exact: true })
    .click();
}

test("the audit tells each action in a sentence, links to its records, and is filtered by kind, rental, booking and person", async () => {
  const { account, owner } = await aHouse();
  const program = await service.aClient(account);
  const rental = await aRental(owner, { name: "Mill House" });
  await owner.put(`/rentals/${rental.id}`, { rentals: [{ name: "Mill Barn" }] });
  const stay = await aBooking(program, rental, { notes: "late" });
  await changing(program, stay, { notes: "early" });
  const other = await aBooking(program, await aRental(owner, { name: "Sea House" }), { notes: "none" });
  const page = await openConsole(at, owner, { path: "/settings" });
  await toPart(page, "Audit");
  const entries = page.getByRole("list", { name: "Audit" }).locator("> li");
  const change = entries.filter({ hasText: "Notes: from late to early" });
  await change.waitFor();
  expect(await change.innerText()).toContain("changed a booking");
  // A new booking, with its availability and fees, is one action.
  expect(await entries.filter({ hasText: "added a booking" }).count()).toBe(2);
  await page.getByLabel("Kind").selectOption("Rentals");
  await page.getByText("Name: from Mill House to Mill Barn").waitFor();
  expect(await entries.first().innerText()).toContain("Olive Owner");
  await change.waitFor({ state: "detached" });
  await page.getByLabel("Kind").selectOption("");
  await page.getByLabel("Booking", { exact: true }).fill(String(other.reference));
  await change.waitFor({ state: "detached" });
  await expect.poll(() => entries.getByRole("link", { name: String(other.reference), exact: true }).count()).toBe(1);
  await page.getByLabel("Booking", { exact: true }).fill("ZZZZZZZZ");
  await page.getByText("No changes in this period").waitFor();
  await page.getByLabel("Booking", { exact: true }).fill("");
  await page.getByLabel("Rental", { exact: true }).selectOption("Mill Barn");
  await change.waitFor();
  expect(await page.getByRole("link", { name: "Sea House" }).count()).toBe(0);
  await page.getByLabel("Changed by").selectOption("Applications");
  await page.getByText("Mill House to Mill Barn").waitFor({ state: "detached" });
  await change.waitFor();
  await page.getByLabel("Changed by").selectOption("Olive Owner");
  await page.getByText("Name: from Mill House to Mill Barn").waitFor();
  await page.getByLabel("From", { exact: true }).fill(dayFrom(-9));
  await page.getByLabel("To", { exact: true }).fill(dayFrom(-5));
  await page.getByText("No changes in this period").waitFor();
  await page.getByLabel("To", { exact: true }).fill(dayFrom(2));
  await page.getByText("Name: from Mill House to Mill Barn").waitFor();
  await entries.first().getByRole("link", { name: "Mill Barn" }).click();
  await page.waitForURL(`**/rentals/${rental.id}`);
});

test("an owner creates and revokes an agent token that reads the account, and managers see no tokens", async () => {
  const { account, owner } = await aHouse();
  const manager = await aMember(service, account, "manager", { name: "Mara Manager" });
  await aMember(service, account, "viewer", { name: "Vera View" });
  const page = await openConsole(at, owner, { path: "/settings" });
  await toPart(page, "Agents");
  await page.getByText("No agent tokens. Create one to let an AI agent read this account.").waitFor();
  await page.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("User").selectOption("Mara Manager");
  expect(await dialog.getByRole("option", { name: "Vera View" }).count()).toBe(0);
  await dialog.getByLabel("Last day").fill(dayFrom(-3));
  await dialog.getByRole("button", { name: "Create token" }).click();
  await dialog.getByText("must be in the future").waitFor();
  await dialog.getByLabel("Last day").fill(dayFrom(30));
  await dialog.getByLabel("May propose changes").check();
  await dialog.getByRole("button", { name: "Create token" }).click();
  const token = await dialog.getByLabel("Token", { exact: true }).inputValue();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await page.getByText("Never used.").waitFor();
  await page.getByText("May propose changes.").waitFor();
  const [stored] = await service.sql("select may_propose from agent_tokens where prefix = $1", [token.slice(0, 8)]);
  expect(stored).toEqual({ may_propose: true });
  expect(await page.content()).not.toContain(token);
  expect(await agentAnswer(token)).toBe(200);
  expect(await stranger(manager)).toEqual([403, 403, 403]);
  await page.getByRole("button", { name: "Revoke: mcp_" }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await page.getByText("No agent tokens. Create one to let an AI agent read this account.").waitFor();
  expect(await agentAnswer(token)).toBe(401);
  const other = await openConsole(at, manager, { path: "/settings" });
  await toPart(other, "Audit");
  expect(await other.getByRole("link", { name: "Agents", exact: true }).count()).toBe(0);
});

test("an owner sees an application's scopes and uninstalls it with its webhooks, and a manager cannot", async () => {
  const { account, owner } = await aHouse();
  const program = await service.aClient(account, { scopes: ["bookings_read", "webhooks_write"] });
  await service.sql("update applications set name = 'Calendar Crane' where id = $1", [program.application]);
  await service.sql(
    "insert into grants (account_id, application_id, user_id, scopes) values ($1, $2, $3, '{public}')",
    [...[account, program.application, owner.user]],
  );
  await createdEndpoint(program);
  const manager = await aMember(service, account, "manager");
  const theirs = await openConsole(at, manager, { path: "/settings" });
  await toPart(theirs, "Applications");
  await theirs.getByText("Calendar Crane").waitFor();
  await theirs.getByText("Only owners can connect").waitFor();
  expect(await theirs.getByRole("button", { name: "Uninstall" }).count()).toBe(0);
  const path = `${service.url}/console/accounts/${account}/applications/${program.application}`;
  expect((await fetch(path, { method: "DELETE", headers: { ...manager.headers } })).status).toBe(403);
  const page = await openConsole(at, owner, { path: "/settings" });
  await toPart(page, "Applications");
  await page.getByText("2 permissions").click();
  await page.getByText("See all bookings with their prices, guests and comments").waitFor();
  await page.getByText("Authorized by Olive Owner", { exact: false }).waitFor();
  await page.getByRole("link", { name: "1 webhook endpoint" }).waitFor();
  await page.getByRole("button", { name: "Uninstall Calendar Crane" }).click();
  await page.getByRole("button", { name: "Uninstall application" }).click();
  await page.getByText("Calendar Crane uninstalled.").waitFor();
  await page.getByText("No connected applications").waitFor();
  expect((await program.get("/bookings")).status).toBe(401);
  expect((await owner.get("/webhook_endpoints")).json.webhook_endpoints).toEqual([]);
});

test("an owner of another account finds neither its applications nor its endpoints", async () => {
  const { account } = await aHouse();
  const program = await service.aClient(account, { scopes: ["bookings_read", "webhooks_write"] });
  const endpoint = await createdEndpoint(program);
  const { owner: stranger, account: theirs } = await aHouse();
  const answers = await Promise.all(
    [account, theirs, "x"].flatMap((tried) => {
      const path = `${service.url}/console/accounts/${tried}`;
      const headers = { ...stranger.headers, "content-type": "application/json" };
      return [
        fetch(`${path}/applications/${program.application}`, { method: "DELETE", headers: { ...stranger.headers } }),
        fetch(`${path}/webhook_endpoints/${endpoint.id}`, { method: "PUT", headers, body: '{"enabled":false}' }),
      ];
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  expect((await program.get("/bookings")).status).toBe(200);
  expect(recordsOf(await program.get("/webhook_endpoints"), "webhook_endpoints")).toMatchObject([{ enabled: true }]);
});

test("an owner registers an application and sees its secret once, and a manager cannot register one", async () => {
  const { account, owner } = await aHouse();
  const manager = await aMember(service, account, "manager");
  const refused = await fetch(`${service.url}/console/accounts/${account}/applications`, {
    method: "POST",
    headers: { ...manager.headers, "content-type": "application/json" },
    body: JSON.stringify({ name: "Crane", redirect_uri: "https://crane.example/", scopes: ["public"] }),
  });
  expect(refused.status).toBe(403);
  const page = await openConsole(at, owner, { path: "/settings" });
  await toPart(page, "Applications");
  await page.getByRole("button", { name: "Register application" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Calendar Crane");
  await dialog.getByLabel("Redirect URIs").fill("http://crane.example/back");
  await dialog.getByRole("button", { name: "Register", exact: true }).click();
  await dialog.locator("textarea[aria-invalid=true]").waitFor();
  await dialog.getByLabel("Redirect URIs").fill("https://crane.example/back");
  await dialog.getByLabel("See all bookings with their prices, guests and comments").check();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Register", exact: true }).click();
  const secret = await dialog.getByLabel("Client secret", { exact: true }).inputValue();
  const clientId = await dialog.getByLabel("Client ID", { exact: true }).inputValue();
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  expect(await page.content()).not.toContain(secret);
  const registered = await service.sql(
    "select name, scopes, redirect_uris, client_secret_digest as digest from applications where client_id = $1",
    [clientId],
  );
  expect(registered).toEqual([
    {
      ...{ name: "Calendar Crane", scopes: ["bookings_read"], redirect_uris: ["https://crane.example/back"] },
      digest: createHash("sha256").update(secret).digest(),
    },
  ]);
});

/** An account's job that the queue has abandoned. */
async function aFailedJob(account: number): Promise<number> {
  const [job] = await service.sql(
    "select id::int from graphile_worker.add_job('send mail', json_build_object('account', $1::int, 'payload', '{\"mail\": 1}'::json))",
    [account],
  );
  const failed = "attempts = max_attempts, last_error = 'The mail server refused it.'";
  await service.sql(`update graphile_worker._private_jobs set ${failed} where id = $1`, [job?.id]);
  return Number(job?.id);
}

test("an owner sees and retries the account's failed jobs, and no other account's", async () => {
  const { account, owner } = await aHouse();
  const manager = await aMember(service, account, "manager");
  const [own, foreign] = [await aFailedJob(account), await aFailedJob((await aHouse()).account)];
  const path = `${service.url}/console/accounts/${account}/jobs`;
  const retried = (job: number | string, by: ConsoleClient) =>
    fetch(`${path}/${job}/retry`, { method: "POST", headers: { ...by.headers } });
  expect(await (await fetch(path, { headers: { ...owner.headers } })).json()).toEqual({
    jobs: [expect.objectContaining({ id: own, name: "send mail", state: "failed", last_error: expect.any(String) })],
  });
  expect((await fetch(path, { headers: { ...manager.headers } })).status).toBe(403);
  expect((await retried(own, manager)).status).toBe(403);
  expect((await retried(foreign, owner)).status).toBe(404);
  expect((await retried("x", owner)).status).toBe(404);
  const page = await openConsole(at, owner, { path: "/settings" });
  await toPart(page, "Jobs");
  const jobs = page.getByRole("list", { name: "Jobs" }).getByRole("listitem");
  await jobs.getByText("Failed after 25 attempts").waitFor();
  await jobs.getByText("Last error: The mail server refused it.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await jobs.getByRole("button", { name: "Run now: Send e-mail" }).click();
  await page.getByText("Queued to run next.").waitFor();
  await jobs.getByText("Given up").waitFor({ state: "detached" });
  await service.sql("delete from graphile_worker._private_jobs where id = $1", [own]);
  await page.getByText("No waiting or failed jobs").waitFor();
  const attempts = "select attempts = max_attempts as failed from graphile_worker._private_jobs where id = $1";
  expect(await service.sql(attempts, [foreign])).toEqual([{ failed: true }]);
});

/** The agent endpoint's response status to an initialization with a token. */
async function agentAnswer(token: string): Promise<number> {
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const { status } = await fetch(`${service.url}/mcp`, {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello }),
  });
  return status;
}

/** The response statuses of agent-token requests by a user who is no owner. */
async function stranger({ account, headers }: ConsoleClient): Promise<number[]> {
  const path = `${service.url}/console/accounts/${account}/agent_tokens`;
  const json = { ...headers, "content-type": "application/json" };
  const answers = await Promise.all([
    fetch(path, { headers: { ...headers } }),
    fetch(path, { method: "POST", headers: json, body: "{}" }),
    fetch(`${path}/1`, { method: "DELETE", headers: { ...headers } }),
  ]);
  return answers.map(({ status }) => status);
}

test("the account settings are accessible and fit the window in both looks", async () => {
  const { account, owner } = await aHouse();
  await service.aClient(account);
  const rental = await aRental(owner, { name: "Mill House" });
  await owner.put(`/rentals/${rental.id}`, { rentals: [{ name: `Mill ${"long".repeat(30)}` }] });
  for (const kind of ["import", "export"])
    await created(owner, "/calendar_feeds", "calendar_feeds", { kind, rental_id: rental.id, name: `The ${kind}` });
  const page = await openConsole(at, owner, { path: "/settings" });
  const faults: string[] = [];
  for (const part of ["Applications", "Agents", "Calendars", "Cancelation", "Jobs", "Audit"]) {
    await toPart(page, part);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    faults.push(...(await faultsOf(page, part)));
  }
  expect(faults).toEqual([]);
});

test("the account's cancelation policy applies to rentals without their own, until an owner removes it", async () => {
  const { owner } = await aHouse();
  await aRental(owner, { name: "Mill House" });
  const page = await openConsole(at, owner, { path: "/settings" });
  await toPart(page, "Cancelation");
  await page.getByText("No account policy", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Add account policy" }).click();
  const dialog = page.getByRole("dialog", { name: "Account policy" });
  await dialog.getByLabel("Policy", { exact: true }).selectOption("Flexible: all from 1 day before");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("From 1 day before arrival: 100% of the price").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const ofAccount = async () =>
    recordsOf(await owner.get("/rental_cancelation_policies?policeable_type=Account"), "rental_cancelation_policies");
  expect(await ofAccount()).toMatchObject([{ policeable_type: "Account", preset: "flexible" }]);
  await goTo(page, "Rentals");
  await page.getByRole("link", { name: "Mill House" }).click();
  const parts = page.getByRole("navigation", { name: "Rental sections" });
  await parts.getByRole("link", { name: "Cancelation", exact: true }).click();
  await page.getByText("The account policy applies.").waitFor();
  await toPart(page, "Cancelation");
  await page.getByRole("button", { name: "Remove account policy" }).click();
  await page.getByText("No account policy", { exact: false }).waitFor();
  expect(await ofAccount()).toEqual([]);
  await undo(page);
  await page.getByText("From 1 day before arrival: 100% of the price").waitFor();
});
