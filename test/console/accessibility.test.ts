import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useDemoService } from "../harness/demo.ts";
import { aMember } from "../harness/people.ts";
import { faultsOf } from "./looks.ts";
import { openConsole, sizes, useConsole } from "./open-console.ts";
import { showScreen } from "./show-screen.ts";

/** Every screen and its main states, in both colour schemes and at both widths (console.md, How it feels). */
const service = useDemoService();
const roost = useConsole(service, async () => {
  const [account] = await service.sql("select id from accounts order by id limit 1");
  return Number(account?.id);
});

/** Views that a control opens, which no link leads to. */
const views = ["rules", "offers", "stay", "seasons", "lengths"].map((view) => `/rates?view=${view}`);

/**
 * An address without its records and days, so that one page stands for all of its kind. The first part and the chosen rental need no
 * parameter, and a closed conversation looks like an open one.
 */
const kindOf = (path: string): string =>
  path.replace(/\d{4}-\d{2}(-\d{2})?|\d+/g, "#").replace(/[?&](rental=#|part=basics|month=#|shown=\w+(?=&))/g, "");

/** The console's addresses that a page links to. */
const linksOn = (page: Page): Promise<string[]> =>
  page
    .locator("nav a, main a")
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute("href") ?? "").filter((to) => /^\/console\//.test(to)),
    );

test("every screen that a link leads to is accessible in both themes and at both widths", {
  timeout: 580_000,
}, async () => {
  const page = await roost.open({ path: "/calendar" });
  const seen = new Set<string>();
  const queue = ["/console/calendar", ...views.map((view) => `/console${view}`)];
  const faults: string[] = [];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(kindOf(path))) continue;
    seen.add(kindOf(path));
    await showScreen(page, path);
    queue.push(...(await linksOn(page)));
    faults.push(...(await faultsOf(page, path)));
  }
  expect(faults).toEqual([]);
});

interface State {
  readonly name: string;
  readonly path: string;
  /** Shows the state on the loaded page. */
  readonly show: (page: Page) => Promise<unknown>;
}

/** States that no link leads to. */
const states: readonly State[] = [
  {
    name: "a stay that was opened on the calendar",
    path: "/calendar",
    show: async (page) => {
      await page.locator("[data-stay], .stay.booked").first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "a new booking that the rules refuse",
    path: "/calendar",
    show: async (page) => {
      await page.getByRole("grid").focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "a quote with its reasons",
    path: "/rates?view=stay",
    show: (page) => page.getByText("This breaks your booking rules").waitFor(),
  },
  {
    name: "the person's menu",
    path: "/today",
    show: async (page) => {
      await page.getByRole("button", { name: "Rosa Robles" }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
    },
  },
  {
    name: "a phone's other screens",
    path: "/today",
    show: async (page) => {
      await page.setViewportSize(sizes.phone);
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("dialog").getByRole("link", { name: "Settings" }).waitFor();
    },
  },
  {
    name: "the sign while offline",
    path: "/today",
    show: async (page) => {
      await page.context().setOffline(true);
      await page.getByText("You are offline").waitFor();
    },
  },
];

test.each(states)("$name is accessible in both themes and at both widths", async ({ name, path, show }) => {
  const page = await roost.open({ path });
  await show(page);
  expect(await faultsOf(page, name)).toEqual([]);
});

test("every screen of an empty account is accessible in both themes and at both widths", async () => {
  const page = await openConsole(roost.at, await aMember(service, await service.anAccount(), "owner"));
  const screens = await linksOn(page);
  const faults: string[] = [];
  for (const path of new Set(screens)) {
    await showScreen(page, path);
    faults.push(...(await faultsOf(page, path)));
  }
  expect(faults).toEqual([]);
});
