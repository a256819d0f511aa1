import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, read } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { accessibilityFaults, dayFrom, openConsole } from "./open-console.ts";
import { undo } from "./undo.ts";
import { aWindow, type Window } from "./windows.ts";

/** Guests in a real browser (console.md, Screens). */
const service = useSharedService();
let at: Window;
let manager: ApiClient;
let person: ConsoleClient;
let account: number;

beforeAll(async () => {
  at = await aWindow(service);
  account = await service.anAccount();
  manager = await service.aClient(account);
  person = await aMember(service, account, "owner");
});

const seek = "Search by name, phone or e-mail";

describe("the guests screen", () => {
  test("finds guests by name or address, shows their stays, and saves their contacts", async () => {
    const guest = await aGuest(manager, { fullname: "Grace Hopper", emails: [{ email: "grace@example.com" }] });
    await aGuest(manager, { fullname: "Somebody Else" });
    const rental = await aRental(manager, { name: "Harbour House", base_rate: "100" });
    const dates = { start_at: dayFrom(5), end_at: dayFrom(9) };
    await aBooking(manager, rental, { ...dates, client_id: guest.id, booked: true });
    const page = await openConsole(at, person, { path: "/guests" });
    await page.getByRole("searchbox", { name: seek }).fill("hopper grace");
    await page.getByText("1 guest").waitFor();
    await page.getByRole("searchbox", { name: seek }).fill("GRACE@");
    await page.getByRole("link", { name: "Grace Hopper" }).click();
    await page.getByRole("link", { name: "Harbour House" }).waitFor();
    await page.getByRole("button", { name: "Add phone number" }).click();
    await page.getByRole("textbox", { name: "Phone number" }).fill("+33612345678");
    await page.getByRole("textbox", { name: "E-mail address" }).fill("no address");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").filter({ hasText: "Not saved" }).waitFor();
    await page.getByRole("textbox", { name: "E-mail address" }).fill("hopper@example.com");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Guest saved.").waitFor();
    const [before] = [guest.emails].flat();
    expect(await read(manager, "clients", guest.id)).toMatchObject({
      emails: [{ id: Object(before).id, email: "hopper@example.com" }],
      phones: [{ number: "+33612345678" }],
    });
  });

  test("restricts a guest's data, undoes that, and erases the guest after a confirmation", async () => {
    const guest = await aGuest(manager, { fullname: "Nell Private" });
    const page = await openConsole(at, person, { path: "/guests" });
    await page.getByRole("link", { name: "Nell Private" }).click();
    await page.getByRole("button", { name: "Restrict processing" }).click();
    await page.getByText("Processing restricted. Only your team sees the data.").waitFor();
    expect((await read(manager, "clients", guest.id)).processing_restricted_at).not.toBeNull();
    await undo(page);
    await page.getByText("Undone.").waitFor();
    expect((await read(manager, "clients", guest.id)).processing_restricted_at).toBeNull();
    await page.getByRole("button", { name: "Erase guest" }).click();
    await page.getByRole("button", { name: "Erase permanently" }).click();
    await page.getByText("Guest erased.").waitFor();
    expect(await read(manager, "clients", guest.id)).toMatchObject({ fullname: null });
  });

  test("merges duplicate guests with their stays, and the merged record links to the remaining one", async () => {
    const [kept, other] = [
      await aGuest(manager, { fullname: "Joan Double", emails: [{ email: "joan@example.com" }] }),
      await aGuest(manager, { fullname: "Joan B. Double", phones: [{ label: "home", number: "+44 20 7946 0000" }] }),
    ];
    const rental = await aRental(manager, { name: "Twin House", base_rate: "100" });
    const stay = await aBooking(manager, rental, { start_at: dayFrom(5), end_at: dayFrom(9), client_id: other.id });
    const page = await openConsole(at, person);
    await page.evaluate(`location.assign("/console/guests?guest=${String(kept.id)}")`);
    await page.getByRole("button", { name: "Merge guests" }).click();
    const dialog = page.getByRole("dialog", { name: "Merge guests" });
    await dialog.getByRole("radio", { name: "Joan B. Double" }).check();
    expect(await dialog.getByRole("radio", { name: "joan@example.com" }).isChecked()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Merge guests now" }).click();
    await page.getByText("Merged into Joan Double.").waitFor();
    await page.getByRole("link", { name: "Twin House" }).waitFor();
    expect(await read(manager, "bookings", stay.id)).toMatchObject({ links: { client: kept.id } });
    expect(await read(manager, "clients", kept.id)).toMatchObject({ phones: [{ number: "+44 20 7946 0000" }] });
    await page.evaluate(`location.assign("/console/guests?guest=${String(other.id)}")`);
    await page.getByText("This record was merged").waitFor();
    await page.getByRole("link", { name: "Show guest" }).click();
    await page.getByRole("heading", { name: "Joan Double" }).waitFor();
  });

  test("adds a caller with a number and an address in one form, and starts a booking for them", async () => {
    await aRental(manager, { name: "Caller House", base_rate: "100" });
    const page = await openConsole(at, person, { path: "/guests" });
    await page.getByRole("button", { name: "New guest" }).click();
    const dialog = page.getByRole("dialog", { name: "New guest" });
    await dialog.getByLabel("Name").fill("Carla Caller");
    await dialog.getByLabel("Phone number").fill("+49 30 23125039");
    await dialog.getByLabel("E-mail address").fill("no address");
    await dialog.getByRole("button", { name: "Add guest" }).click();
    await dialog.getByText("must be").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "New guest" }).click();
    expect(await dialog.getByLabel("Phone number").inputValue()).toBe("+49 30 23125039");
    await dialog.getByLabel("E-mail address").fill("carla@example.com");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add guest" }).click();
    await page.getByRole("heading", { name: "Carla Caller" }).waitFor();
    const [guest] = recordsOf(await manager.get("/clients?query=030 23125039"), "clients");
    expect(guest).toMatchObject({ fullname: "Carla Caller", emails: [{ email: "carla@example.com" }] });
    await page.getByRole("button", { name: "New booking" }).last().click();
    const free = page.getByRole("dialog", { name: "New booking" });
    await free
      .getByRole("button", { name: /Caller House/ })
      .first()
      .click();
    await expect.poll(() => page.getByRole("combobox", { name: "Guest" }).inputValue()).toBe("Carla Caller");
  });

  test("keeps a typed note while the person looks at another guest and reloads, until it is discarded", async () => {
    const guest = await aGuest(manager, { fullname: "Nora Noted" });
    await aGuest(manager, { fullname: "Nora Other" });
    const page = await openConsole(at, person, { path: "/guests?sought=Nora" });
    await page.getByRole("link", { name: "Nora Noted" }).click();
    const notes = page.getByLabel("Notes");
    await notes.fill("Arrives by train");
    await page.getByRole("link", { name: "Nora Other" }).click();
    await page.getByRole("heading", { name: "Nora Other" }).waitFor();
    expect(await notes.inputValue()).toBe("");
    await page.goBack();
    await page.getByRole("heading", { name: "Nora Noted" }).waitFor();
    expect(await notes.inputValue()).toBe("Arrives by train");
    await manager.put(`/clients/${guest.id}`, { clients: [{ notes: "Arrives by car" }] });
    await page.reload();
    expect(await notes.inputValue()).toBe("Arrives by train");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: "Notes Arrives by train Arrives by car" }).waitFor();
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.reload();
    await expect.poll(() => notes.inputValue()).toBe("Arrives by car");
  });

  test("is hidden from a viewer, and has an empty state", async () => {
    const viewer = await openConsole(at, await aMember(service, account, "viewer"));
    expect(await viewer.getByRole("link", { name: "Guests" }).count()).toBe(0);
    const page = await openConsole(at, await aMember(service, await service.anAccount(), "manager"), {
      path: "/guests",
    });
    await page.getByText("No guests yet. Guests appear here when you add a booking.").waitFor();
  });

  test("hides restricted guests from an application's search, and treats wildcards as text", async () => {
    const guest = await aGuest(manager, { fullname: "Rita 100% Restricted", emails: [{ email: "rita@example.com" }] });
    const found = async (client: ApiClient, query: string): Promise<Json[]> =>
      recordsOf(await client.get(`/clients?${query}`), "clients");
    expect(await found(manager, "name=100%25 rita")).toMatchObject([{ id: guest.id }]);
    expect(await found(manager, "name=r_ta")).toEqual([]);
    await person.post(`/clients/${guest.id}/restrict_processing`, {});
    const foundBoth = async (client: ApiClient) =>
      (await Promise.all(["name=rita", "email=rita@"].map((query) => found(client, query)))).flat();
    expect(await foundBoth(manager)).toEqual([]);
    expect(await foundBoth(person)).toMatchObject([{ id: guest.id }, { id: guest.id }]);
  });
});
