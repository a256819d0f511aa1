import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import type { ApiClient } from "../harness/client.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { baseUrl, type TestService, useSharedService } from "../harness/service.ts";
import { showIfFailed } from "./evidence.ts";
import { aContext, aWindow, type Window } from "./windows.ts";

export { accessibilityFaults } from "./axe.ts";
export type { Window } from "./windows.ts";

/** The beginning of the tests: pages stay on that day, even past midnight. */
const began = Date.now();

/** The day a number of days after the one on which the tests began. */
export const dayFrom = (days: number): string => new Date(began + days * 86_400_000).toISOString().slice(0, 10);

/** A day such as `2027-07-01` in a date field of an account without a country: 01/07/2027. */
export const shownDay = (day: string): string => day.split("-").reverse().join("/");

/** Window sizes in pixels. */
export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** The browser's settings, and the screen to open. */
interface Opening extends BrowserContextOptions {
  readonly path?: string;
  /** Prepares the empty page, such as to hold requests back. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Opens the console in a signed-in browser, at the calendar by default. Any console error of the page fails the test. */
export async function openConsole(
  at: Window,
  person: ConsoleClient,
  { path = "/calendar", prepare, ...settings }: Opening = {},
): Promise<Page> {
  const context = await aContext(at, {
    viewport: sizes.desktop,
    locale: "en-GB",
    timezoneId: "UTC",
    // A dialog that fades out would have too little contrast.
    reducedMotion: "reduce",
    // Its caches would hide requests from the tests.
    serviceWorkers: "block",
    ...settings,
  });
  const [name = "", value = ""] = (person.headers.cookie ?? "").split("=");
  await context.addCookies([{ name, value, url: baseUrl }]);
  const page = await context.newPage();
  showIfFailed(page);
  await page.clock.setFixedTime(began);
  page.on("console", (message) => {
    // The browser also logs refused requests, which the screen handles.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      expect.fail(`the page logged: ${message.text()}`);
  });
  page.on("pageerror", (error) => expect.fail(`the page failed: ${error.message}`));
  await prepare?.(page);
  await page.goto(`${baseUrl}/console${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("main .waiting").first().waitFor({ state: "detached" });
  return page;
}

/** A screen's link in the navigation; a badge may follow its name. A phone shows some only in the sheet "More". */
const screenLink = (page: Page, screen: string): Locator =>
  page.getByRole("navigation").getByRole("link", { name: new RegExp(`^${screen}\\b`) });

/** The parts that a file's tests share: a service with an account, its owner in a browser, and a client of the API. */
export interface ConsoleSetup {
  readonly service: TestService;
  readonly account: number;
  readonly manager: ApiClient;
  readonly person: ConsoleClient;
  readonly at: Window;
  /** Opens the console as the owner. */
  open(settings?: Opening): Promise<Page>;
}

/** Sets a file's tests up. @param accountOf finds or creates the account */
export function useConsole(
  service: TestService = useSharedService(),
  accountOf: (service: TestService) => Promise<number> = ({ anAccount }) => anAccount(),
): ConsoleSetup {
  let ready: Pick<ConsoleSetup, "account" | "manager" | "person" | "at"> | undefined;
  beforeAll(async () => {
    const account = await accountOf(service);
    ready = {
      account,
      manager: await service.aClient(account),
      person: await aMember(service, account, "owner"),
      at: await aWindow(service),
    };
  });
  const setup = () => ready ?? expect.fail("the console is ready when the tests run");
  return {
    service,
    get account() {
      return setup().account;
    },
    get manager() {
      return setup().manager;
    },
    get person() {
      return setup().person;
    },
    get at() {
      return setup().at;
    },
    open: (settings) => openConsole(setup().at, setup().person, settings),
  };
}

/** Opens a screen by the navigation. @param act clicks, or presses a key */
export async function goTo(
  page: Page,
  screen: string,
  act: (target: Locator) => Promise<void> = (target) => target.click(),
): Promise<void> {
  const link = screenLink(page, screen);
  if (!(await link.isVisible())) await act(page.getByRole("button", { name: "More", exact: true }));
  await act(link);
}
