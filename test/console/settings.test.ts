import { Secret, TOTP } from "otpauth";
import { beforeAll, expect, test } from "vitest";
import { argon2id } from "../../src/modules/platform/people/passwords/password.ts";
import type { Json } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { accessibilityFaults, openConsole, sizes } from "./open-console.ts";
import { undo } from "./undo.ts";
import { aWindow, type Window } from "./windows.ts";

/** The settings in a real browser (console.md, Screens). */
const service = useSharedService();
let at: Window;

beforeAll(async () => {
  at = await aWindow(service);
});

async function aHouse() {
  const account = await service.anAccount();
  const owner = await aMember(service, account, "owner", { name: "Olive Owner" });
  return { account, owner };
}

/** Reads a console endpoint outside the API. */
async function readConsole({ headers }: ConsoleClient, path: string): Promise<Json> {
  const answer = await fetch(`${service.url}/console${path}`, { headers: { ...headers } });
  return Object(await answer.json());
}

test("an owner makes a member a cleaner of one rental, undoes it, and removes the member", async () => {
  const { account, owner } = await aHouse();
  const rental = await aRental(owner, { name: "Mill House" });
  const sam = await aMember(service, account, "viewer", { name: "Sam Sweep" });
  const people = async () => (await readConsole(owner, `/accounts/${account}/people`)).people;
  const page = await openConsole(at, owner, { path: "/settings" });
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("button", { name: "Edit Sam Sweep" }).click();
  await page.getByLabel("Role").selectOption("Cleaner");
  await page.getByLabel("Mill House").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Role of Sam Sweep changed.").waitFor();
  expect(await people()).toContainEqual(
    expect.objectContaining({ id: sam.user, role: "cleaner", rentals: [rental.id] }),
  );
  await undo(page);
  await page.getByText("Undone").waitFor();
  expect(await people()).toContainEqual(expect.objectContaining({ id: sam.user, role: "viewer", rentals: [] }));
  await page.getByRole("button", { name: "Edit Sam Sweep" }).click();
  await page.getByRole("button", { name: "Remove from account" }).click();
  await page.getByRole("button", { name: "Remove person" }).click();
  await page.getByText("Sam Sweep removed from the account.").waitFor();
  expect(await people()).toEqual([expect.objectContaining({ id: owner.user })]);
  await page.getByRole("button", { name: "Edit Olive Owner" }).click();
  await page.getByLabel("Role").selectOption("Manager");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").filter({ hasText: "last owner" }).waitFor();
});

test("an owner invites a person with an error at an invalid address, and withdraws the invitation", async () => {
  const { account, owner } = await aHouse();
  const page = await openConsole(at, owner, { path: "/settings" });
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByText("No pending invitations").waitFor();
  await page.getByRole("button", { name: "Invite person" }).click();
  const { email } = Object((await owner.session()).json.user);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("is already a member of this account").waitFor();
  await page.getByLabel("E-mail address").fill("new@example.com");
  await page.getByLabel("Role").selectOption("Accountant");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Invitation sent to new@example.com.").waitFor();
  const open = async () => (await readConsole(owner, `/accounts/${account}/invitations`)).invitations;
  expect(await open()).toMatchObject([{ email: "new@example.com", role: "accountant" }]);
  await page.getByRole("button", { name: "Withdraw invitation for new@example.com" }).click();
  await page.getByText("No pending invitations").waitFor();
  expect(await open()).toEqual([]);
});

test("a viewer changes name, language and password without signing out, and sees no people", async () => {
  const viewer = await aMember(service, await service.anAccount(), "viewer", { name: "Vera View" });
  const [current, password] = ["a lighthouse in november", "a lighthouse in december"];
  await service.sql("update users set password_digest = $2 where id = $1", [viewer.user, await argon2id.hash(current)]);
  const page = await openConsole(at, viewer, { path: "/settings" });
  expect(await page.getByRole("link", { name: "People", exact: true }).count()).toBe(0);
  await page.getByLabel("Current password").fill("wrong");
  await page.getByLabel(/^New password\W*$/).fill(password);
  await page.getByLabel("Repeat new password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("is not your password").waitFor();
  await page.getByLabel("Current password").fill(current);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Password changed.").waitFor();
  expect((await viewer.session()).status).toBe(401);
  await page.getByLabel(/^Name\W*$/).fill("Vera Vista");
  await page.getByLabel("Language").selectOption("Español");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Ajustes" }).waitFor();
  const [row] = await service.sql("select fullname, locale from users where id = $1", [viewer.user]);
  expect(row).toEqual({ fullname: "Vera Vista", locale: "es" });
});

test("a user sets up a second factor, sees recovery codes, and replaces them", async () => {
  const viewer = await aMember(service, await service.anAccount(), "viewer", { name: "Vera View" });
  const password = "a lighthouse in november";
  await service.sql("update users set password_digest = $2 where id = $1", [
    viewer.user,
    await argon2id.hash(password),
  ]);
  const page = await openConsole(at, viewer, { path: "/settings" });
  await page.getByLabel("Confirm with password").fill(password);
  await page.getByRole("button", { name: "Set up two-step verification" }).click();
  await page.getByRole("img", { name: "QR code" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const secret = await page.locator("main code").innerText();
  await page.getByLabel(/^Code\W*$/).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Recovery codes left: 10.").waitFor();
  expect(await page.locator("main output li").count()).toBe(10);
  expect((await viewer.session()).json.user).toMatchObject({ second_factor: true });
  const [first = "", second = ""] = await page.locator("main output li").allInnerTexts();
  await page.getByLabel("Confirm with password").fill("wrong");
  await page.getByLabel(/^Code\W*$/).fill(first);
  await page.getByRole("button", { name: "New recovery codes" }).click();
  await page.getByText("is not your password").waitFor();
  await page.getByLabel("Confirm with password").fill(password);
  await page.getByRole("button", { name: "New recovery codes" }).click();
  await page.getByText(second, { exact: true }).waitFor({ state: "detached" });
  expect(await page.locator("main output li").count()).toBe(10);
  await page.getByText("Recovery codes left: 10.").waitFor();
});

test.each([
  ["desktop", "light"],
  ["phone", "dark"],
] as const)("the settings are accessible and fit the window (%s, %s)", async (size, scheme) => {
  const { account, owner } = await aHouse();
  await aMember(service, account, "cleaner", { name: "Bartholomew Long-Surname von und zu Hohenstein" });
  const page = await openConsole(at, owner, { path: "/settings", viewport: sizes[size], colorScheme: scheme });
  const parts = page.getByRole("navigation", { name: "Settings sections" }).getByRole("link");
  await parts.first().waitFor();
  for (const part of await parts.all()) {
    await part.click();
    await page.locator("main section").first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  }
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("button", { name: "Edit Bartholomew" }).click();
  await page.getByRole("dialog").getByLabel("Role").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
