import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectUsable, press, signIn, useBrowser } from "./browser-windows.ts";
import { type Application, useFixture } from "./fixture.ts";

const fixture = useFixture();
const windows = useBrowser();

/** An application's web server, on a different origin than the pages. */
let crane: Server;
let back: string;
beforeAll(async () => {
  crane = createServer((_request, response) => response.end("<title>Calendar Crane</title>Back at the crane."));
  await new Promise<void>((resolve) => crane.listen(0, "127.0.0.1", resolve));
  back = `http://127.0.0.1:${portOf(crane)}/back`;
});
afterAll(() => crane.close());

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen on a port");
  return address.port;
}

function authorizeUrl({ clientId }: Application, redirectUri: string, scope = "public bookings_read"): string {
  const query = { response_type: "code", client_id: clientId, redirect_uri: redirectUri, scope, state: "s1" };
  return `${fixture.url}/oauth/authorize?${new URLSearchParams(query)}`;
}

/** In how many accounts an application is installed. */
async function installed(application: number): Promise<number> {
  return (await fixture.sql("select from accounts_applications where application_id = $1", [application])).length;
}

describe.each(["phone", "desktop"] as const)(
  "connecting an application at the width of a %s, without JavaScript",
  (width) => {
    test("a user signs in, consents and returns to the application; the next time immediately", async () => {
      const rosa = await fixture.aPerson();
      await fixture.anAccount(rosa, "owner");
      const application = await fixture.anApplication({ redirectUris: [back] });
      const page = await windows.open(width);
      await page.goto(authorizeUrl(application, back));
      expect(await page.getByText("Sign in to connect an application to your account.").isVisible()).toBe(true);
      await signIn(page, rosa);
      const heading = await page.getByRole("heading", { level: 1 }).textContent();
      expect(heading).toContain("Calendar Crane");
      expect(heading).toContain("Les Robles");
      expect(await page.getByRole("listitem").allTextContents()).toEqual([
        "See public data: rentals, photos, fees, availability",
        "See all bookings with their prices, guests and comments",
      ]);
      await expectUsable(page, `${width}-consent`);
      await press(page, "Connect");
      expect(page.url()).toContain(`${back}?`);
      expect(new URL(page.url()).searchParams.get("code")).toMatch(/^\S{20,}$/);
      expect(new URL(page.url()).searchParams.get("state")).toBe("s1");

      // In another browser, sign-in redirects straight to the application, without a second consent.
      const other = await windows.open(width);
      await other.goto(authorizeUrl(application, back));
      await signIn(other, rosa);
      expect(other.url()).toContain(`${back}?`);
      expect(new URL(other.url()).searchParams.get("code")).not.toBe(new URL(page.url()).searchParams.get("code"));

      expect(await installed(application.id)).toBe(1);
    });

    test("shows a code to copy for an application without a redirect URI", async () => {
      const oob = "urn:ietf:wg:oauth:2.0:oob";
      const rosa = await fixture.aPerson();
      await fixture.anAccount(rosa, "owner");
      const application = await fixture.anApplication({ redirectUris: [oob] });
      const page = await windows.open(width, "dark");
      await page.goto(authorizeUrl(application, oob));
      await signIn(page, rosa);
      await press(page, "Connect");
      await expectUsable(page, `${width}-code`);
      expect(await page.locator("code.secret").textContent()).toMatch(/^\S{20,}$/);
    });

    test("the user chooses one of several accounts; declining returns without a code", async () => {
      const rosa = await fixture.aPerson();
      await fixture.anAccount(rosa, "owner", "Les Robles");
      await fixture.anAccount(rosa, "owner", "Moorland Cottages");
      const application = await fixture.anApplication({ redirectUris: [back] });
      const page = await windows.open(width, "dark");
      await page.goto(authorizeUrl(application, back));
      await signIn(page, rosa);
      await page.getByRole("radio", { name: "Moorland Cottages" }).check();
      await expectUsable(page, `${width}-consent-accounts`);
      await press(page, "Don’t connect");
      expect(page.url()).toContain(`${back}?`);
      expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
      expect(await installed(application.id)).toBe(0);
    });
  },
);
