import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { sizes } from "../open-console.ts";
import type { FilledConsole, Login } from "./filled-console.ts";
import { Reads } from "./reads.ts";
import type { Records, Screen } from "./screens.ts";
import type { Look, State } from "./states.ts";

export interface PictureRequest {
  readonly browser: Browser;
  readonly service: FilledConsole;
  readonly state: State;
  readonly look: Look;
  readonly folder: string;
  readonly screens: readonly Screen[];
}

/** Milliseconds for a loaded screen to settle. */
const rest = 400;

/** Takes a screenshot of each screen. @returns the files, in the screens' order */
export async function picturesOf(request: PictureRequest): Promise<string[]> {
  const { browser, service, state, look, folder, screens } = request;
  const { url } = service;
  const login = state === "empty" ? service.empty : service.full;
  const context = await browser.newContext({
    viewport: sizes[look.size],
    colorScheme: look.colorScheme,
    locale: "en-GB",
  });
  const page = await context.newPage();
  await signIn(page, url, login);
  const records = await recordsOf(page, url);
  await context.addInitScript((id) => localStorage.setItem("roost.account", id), records.account);
  await withhold(context, state);
  const reads = new Reads(page);
  const files: string[] = [];
  for (const { name, path, record } of screens) {
    // An empty account has no record to show.
    if (record && records[record] === undefined) continue;
    await page.goto(`${url}/console${path(records)}`, { waitUntil: "domcontentloaded" });
    await settle(page, state, reads);
    const file = join(folder, `${name}.png`);
    await page.screenshot({ path: file });
    files.push(file);
  }
  await context.close();
  return files;
}

async function signIn(page: Page, url: string, { email, password }: Login): Promise<void> {
  await page.goto(`${url}/sign_in?return_to=%2Fconsole%2Fsettings`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/console\//);
}

/** A record of each kind with its own screen, in the first account. */
async function recordsOf(page: Page, url: string): Promise<Records> {
  const session: { readonly accounts: readonly { readonly id: number }[] } = await (
    await page.request.get(`${url}/console/session`)
  ).json();
  const accounts = session.accounts.map(({ id }) => String(id)).toSorted((a, b) => Number(a) - Number(b));
  const account = accounts[0] ?? "";
  const first = async (resource: string, query = ""): Promise<string | undefined> => {
    const headers = { "roost-account": account };
    const answer = await page.request.get(`${url}/api/v3/${resource}?per_page=1&fields=id${query}`, { headers });
    const body: Record<string, readonly { readonly id: number }[]> = await answer.json();
    const [found] = body[resource] ?? [];
    return found && String(found.id);
  };
  return { account, booking: await first("bookings", "&status=Booked"), rental: await first("rentals") };
}

/** Fails or blocks API requests for the states "error" and "loading". */
async function withhold(context: BrowserContext, state: State): Promise<void> {
  if (state === "error") await context.route("**/api/v3/**", (route) => route.abort("connectionrefused"));
  // Never responds.
  if (state === "loading") await context.route("**/api/v3/**", () => undefined);
}

async function settle(page: Page, state: State, reads: Reads): Promise<void> {
  await page.getByRole("main").waitFor();
  // A screen retries its reads before it shows an error.
  if (state === "error") await page.getByRole("alert").first().waitFor({ timeout: 20_000 }).catch(noAlert);
  else if (state !== "loading") await reads.done();
  await page.waitForTimeout(rest);
}

/** A screen without reads shows no error. */
const noAlert = (): undefined => undefined;
