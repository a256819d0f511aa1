import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { useDemoService } from "../harness/demo.ts";
import { created, linksOf, read } from "../harness/factories.ts";
import { aGate, type Gate, type Mode } from "./gate.ts";
import { faultsInJob } from "./looks.ts";
import { sizes, useConsole } from "./open-console.ts";
import { screens } from "./pictures/screens.ts";
import { openScreen } from "./show-screen.ts";

/** The states of every screen while its reads fail, wait and fail again (console.md, How it feels). */
const service = useDemoService();
const roost = useConsole(service, async () => {
  const [account] = await service.sql("select id from accounts order by id limit 1");
  return Number(account?.id);
});

/** Every screen and section, and a conversation with its stay and guest. */
async function addresses(): Promise<string[]> {
  const conversations = recordsOf(await roost.manager.get("/inbox/conversations"), "conversations");
  const conversation = conversations.find((one) => [linksOf(one).bookings].flat().length > 0);
  if (!conversation) return expect.fail("the demo has a conversation about a stay");
  const [booking] = [linksOf(conversation).bookings].flat();
  const { rental, client } = linksOf(await read(roost.manager, "bookings", booking));
  const records = { account: String(roost.account), booking: String(booking), rental: String(rental) };
  return [
    ...screens.map(({ path }) => path(records)),
    `/inbox?conversation=${conversation.id}`,
    `/guests?guest=${client}`,
    "/inquiries",
    "/proposals",
  ].map((path) => `/console${path}`);
}

/** In the page: the lines that the screen and its dialogs show, and which of them are titles. */
const reading = `(() => {
  const parts = [...document.querySelectorAll("main, [role=dialog]")];
  const linesIn = (elements) => elements.flatMap(({ innerText }) => innerText.split(/[\\n\\t]+/)).filter((line) => line.trim());
  return { lines: linesIn(parts), titles: linesIn(parts.flatMap((part) => [...part.querySelectorAll("h1, h2, h3")])) };
})()`;

interface Shown {
  readonly lines: readonly string[];
  readonly titles: readonly string[];
}

async function shownOn(page: Page): Promise<Shown> {
  const { lines, titles } = await page.evaluate<Shown>(reading);
  // It follows the clock.
  return { titles, lines: lines.filter((line) => !line.startsWith("Last seen")) };
}

/** The lines once two looks agree: on a busy machine, reads may begin after the others have ended. */
async function settledLines(page: Page, gate: Gate): Promise<readonly string[]> {
  for (let before: string | undefined; ; ) {
    await gate.quiet();
    const { lines } = await shownOn(page);
    if (lines.join() === before) return lines;
    before = lines.join();
  }
}

/** Whether a complete screen says it, alone or with more: a part that waits may still lack a name. */
const isIn = (complete: readonly string[], line: string): boolean =>
  complete.some((whole) => whole === line || (line.length > 12 && whole.includes(line)));

/** The lines of a part that could not be read. */
const failure = [
  "Could not load this page",
  "Something went wrong. Try again. If it happens again, give your administrator the number 500.",
  "Try again",
];

const machineWords = /PANIC|internal_error|undefined|\bnull\b|NaN|\[object|[{}]/;

const tryAgain = (page: Page) => page.locator("main, [role=dialog]").getByRole("button", { name: "Try again" });
const outdated = (page: Page) => page.getByText("Could not refresh. What you see may be out of date.");

/** Reads that only add names to what is shown. */
const additions = /\/(audit_entries|people|cleaning_links|(bookings|rentals)_tags|proposals)$/;

/** The fields that the counts in the navigation read. The change feed may refresh them on any screen. */
const countFields = new Set(["id", "enabled,state,conflicts_count"]);

/** The paths of stopped reads without which a screen is not complete. */
const neededIn = (path: string, { stopped }: Gate): string[] =>
  stopped
    .filter(({ searchParams }) => !countFields.has(searchParams.get("fields") ?? ""))
    .map(({ pathname }) => pathname)
    .filter((one) => !additions.test(one) || path.endsWith(one.replace(/.*\//, "/")));

/** Forms that need no read: their lists of suggestions stay empty. */
const formsAlone = new Set(["/console/rentals/new"]);

/** Reads again everything that the screen shows, as after an interrupted connection. */
const refresh = (page: Page) => page.evaluate(`void dispatchEvent(new Event("online"))`);

/** In the page: the kinds of the elements that a person sees, by their tags and classes. */
const kinds = `[...new Set([...document.querySelectorAll("body *")].map(
  (one) => [one.parentElement, one].map((element) => element.tagName + "." + element.getAttribute("class")).join(" > ")))]`;

/** A page, and what is wrong on it. */
interface Walk {
  readonly page: Page;
  readonly gate: Gate;
  readonly paths: readonly string[];
  readonly scheme: "light" | "dark";
  readonly faults: string[];
  /** The kinds of elements whose looks were checked. */
  readonly seen: Set<string>;
}

async function aWalk(size: keyof typeof sizes, scheme: Walk["scheme"]): Promise<Walk> {
  const page = await roost.open({ path: "/settings/me", viewport: sizes[size], colorScheme: scheme });
  const gate = await aGate(page, "fail");
  return { page, gate, paths: await addresses(), scheme, faults: [], seen: new Set() };
}

/** Checks the looks of a screen that shows something new: many states look like others. */
async function look({ page, scheme, faults, seen }: Walk, path: string, mode: string): Promise<void> {
  const shown = await page.evaluate<string[]>(kinds);
  if (shown.every((kind) => seen.has(kind))) return;
  for (const kind of shown) seen.add(kind);
  faults.push(...(await faultsInJob(page, `${path}, ${mode}`, scheme, mode === "fail")));
}

/** Reads that are not answered. */
type Stop = Exclude<Mode, "work">;

/** Opens a screen whose reads fail or wait. */
async function openEarly(walk: Walk, mode: Stop, path: string): Promise<Shown> {
  const { page, gate, faults } = walk;
  gate.begin();
  await openScreen(page, path);
  await gate.quiet();
  await look(walk, path, mode);
  const sign = mode === "fail" ? tryAgain(page).or(outdated(page)) : page.locator("[aria-busy=true]");
  const stopped = neededIn(path, gate);
  if (stopped.length > 0 && !formsAlone.has(path) && (await sign.count()) === 0)
    faults.push(`${path}, ${mode}: does not say so: ${stopped.join()}`);
  const [word] = machineWords.exec(await page.locator("body").innerText()) ?? [];
  if (word !== undefined) faults.push(`${path}, ${mode}: shows ${word}`);
  return shownOn(page);
}

/** Opens each screen while its reads fail or wait. @returns its states */
async function openAll(walk: Walk, modes: readonly Stop[]): Promise<Map<string, Shown[]>> {
  const states = new Map<string, Shown[]>();
  for (const mode of modes) {
    await walk.gate.set(mode);
    for (const path of walk.paths) states.set(path, [...(states.get(path) ?? []), await openEarly(walk, mode, path)]);
  }
  return states;
}

/** The lines that are not among others, for a report. */
const without = (some: readonly string[], others: readonly string[]) => some.filter((line) => !others.includes(line));

test("on a dark phone, every screen says that its reads fail or wait", { timeout: 1_200_000 }, async () => {
  const walk = await aWalk("phone", "dark");
  await openAll(walk, ["fail", "wait"]);
  expect(walk.faults).toEqual([]);
});

test("every screen says that its reads fail or wait, recovers, and keeps what it shows when they fail again", {
  timeout: 1_200_000,
}, async () => {
  const walk = await aWalk("desktop", "light");
  const { page, gate, faults } = walk;
  const early = await openAll(walk, ["fail", "wait", "wait later"]);
  for (const [path, states] of early) {
    // Reads that other screens share are known by now: parts of the screen fail.
    await gate.set("fail");
    states.push(await openEarly(walk, "fail", path));
    await gate.set("work");
    for (const again = tryAgain(page); (await again.count()) > 0; await gate.quiet())
      await again.first().dispatchEvent("click");
    const recovered = await settledLines(page, gate);

    await gate.set("fail");
    await refresh(page);
    await outdated(page).waitFor();
    await gate.quiet();
    const kept = (await shownOn(page)).lines;
    if (kept.join() !== recovered.join())
      faults.push(`${path} changes: ${JSON.stringify([without(kept, recovered), without(recovered, kept)])}`);

    await gate.set("work");
    // A panel may lie over it.
    await page.getByRole("banner").getByRole("button", { name: "Try again" }).dispatchEvent("click");
    await outdated(page).waitFor({ state: "detached" });
    await refresh(page);
    const complete = await settledLines(page, gate);
    if (complete.join() !== recovered.join())
      faults.push(
        `${path} recovers in part: ${JSON.stringify([without(complete, recovered), without(recovered, complete)])}`,
      );
    for (const { lines, titles } of states) {
      const untrue = lines.filter((line) => !isIn([...complete, ...titles, ...failure], line));
      if (untrue.length > 0) faults.push(`${path} shows early: ${JSON.stringify(untrue)}`);
    }
  }
  expect(faults).toEqual([]);
});

test("an open form keeps its text while reads fail, and its screen says once that it may be out of date", async () => {
  const page = await roost.open({ path: "/rentals" });
  const gate = await aGate(page);
  await page.getByRole("main").getByRole("link").filter({ hasText: /\w/ }).first().click();
  await page.getByLabel("City").fill("Reading");
  await gate.set("fail");
  await refresh(page);
  await outdated(page).waitFor();
  await gate.quiet();
  expect(await page.getByLabel("City").inputValue()).toBe("Reading");
  expect(await outdated(page).count()).toBe(1);
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await faultsInJob(page, "outdated", "light")).toEqual([]);
  await page.context().setOffline(true);
  await page.getByText("You are offline").waitFor();
  expect(await outdated(page).count()).toBe(0);
});

/** A screen of each file of code. */
const codes =
  "/calendar /today /inbox /bookings /guests /cleaning /rates /rentals /rentals/new" +
  " /money /money/statements /reports /inquiries /proposals /settings/audit";

test("every screen that was not loaded before the connection was lost says so, and loads on reconnection", async () => {
  const page = await roost.open({ path: "/settings/me" });
  await aGate(page);
  for (const path of codes.split(" ")) {
    await page.context().setOffline(true);
    await page.getByText("You are offline").waitFor();
    await page.evaluate(`void globalThis.__TSR_ROUTER__.history.push("/console${path}")`);
    await page.getByRole("alert").getByText("Check your connection").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console${path}`);
  }
});

test("changes appear again after the change feed failed unexpectedly", async () => {
  const page = await roost.open({ path: "/settings/me" });
  let failures = 0;
  await page.route("**/api/v3/events**", async (route) => {
    if (failures > 0) return route.continue();
    failures += 1;
    await route.fulfill({ status: 500, json: { errors: [] } });
  });
  await page.goto(page.url().replace(/\/settings.*/, "/guests?sought=Fenna+Feed"));
  await page.getByText("No guests match").waitFor();
  await expect.poll(() => failures).toBe(1);
  await created(roost.manager, "/clients", "clients", { fullname: "Fenna Feed" });
  await page.getByRole("link", { name: "Fenna Feed" }).waitFor();
});
