import { expect, test } from "vitest";
import { type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { anAgent, aToken, objectIn, type WireAgent } from "../mcp/fixture.ts";
import { press } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { dayFrom, sizes, useConsole } from "./open-console.ts";

/** Proposals of agents in the console (docs/guides/agents.md). */
const roost = useConsole();

const anAgentWhoProposes = async (): Promise<WireAgent> =>
  anAgent(roost.service, await aToken(roost.service, [roost.account], { mayPropose: true }));

const bookingsOf = async ({ id }: Json): Promise<Json[]> =>
  recordsOf(await roost.person.get(`/bookings?rental_id=${id}&from=${dayFrom(0)}`), "bookings");

test("an agent proposes, and a person sees what would happen, approves one proposal by keyboard and rejects another", async () => {
  const { person } = roost;
  const agent = await anAgentWhoProposes();
  const rental = await aRental(person, { name: "House of agents", currency: "EUR", base_rate: "100" });
  const client = await created(person, "/clients", "clients", { fullname: "Ada Agent" });
  const booked = {
    rental_id: rental.id,
    arrival: dayFrom(20),
    departure: dayFrom(23),
    client_id: client.id,
    adults: 2,
  };
  const waiting = recordsOf(await person.get("/proposals"), "proposals").filter(({ state }) => state === "pending");
  const page = await roost.open({ path: "/today" });
  const { proposal } = await agent.content("propose", { action: "book", ...booked });
  await agent.content("propose", {
    ...{ action: "block", rental_id: rental.id, arrival: dayFrom(40), departure: dayFrom(42), reason: "Painter" },
  });
  // With a link to the booking and a message, for the looks below.
  const stay = await aBooking(person, rental, { start_at: dayFrom(60), end_at: dayFrom(63), booked: true });
  await agent.content("propose", { action: "cancel", booking_id: stay.id, text: "The roof leaks." });
  // The change feed brings them, and the badge counts them.
  await page
    .getByRole("navigation")
    .getByText(`${waiting.length + 3} proposals to decide`)
    .waitFor({ state: "attached" });
  expect(await faultsOf(page, "today with proposals")).toEqual([]);
  await press(page, page.getByRole("link", { name: "Proposals", exact: true }));
  const card = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Book a stay · House of agents" }) });
  await card.getByText("Price €300.00").waitFor();
  await card.getByText("Creates a booking").waitFor();
  await card.getByText("Adults: 2").waitFor();
  await card.getByText("Ada Agent", { exact: true }).waitFor();
  // The API client of these tests is a connected application.
  await card.getByText(/Notified Application/).waitFor();
  expect(await faultsOf(page, "the proposals")).toEqual([]);
  expect(await bookingsOf(rental)).toHaveLength(1);
  await press(page, card.getByRole("button", { name: "Approve: Book a stay · House of agents" }));
  await page.getByText("Approved: Book a stay · House of agents").waitFor();
  const booking = (await bookingsOf(rental)).find(({ id }) => id !== stay.id);
  expect(booking).toMatchObject({ status: "Booked", adults: 2, final_price: "300.0" });
  await press(page, page.getByRole("button", { name: "Reject: Block nights · House of agents" }));
  await page.getByText("Rejected: Block nights · House of agents").waitFor();
  await page.getByRole("button", { name: "Reject: Block nights · House of agents" }).waitFor({ state: "detached" });
  await page.getByText(/Approved by Rosa Robles/).waitFor();
  expect(await bookingsOf(rental)).toHaveLength(2);
  expect(await faultsOf(page, "decided proposals")).toEqual([]);
  const states = recordsOf(await person.get("/proposals"), "proposals");
  expect(states.find(({ id }) => id === objectIn(proposal).id)).toMatchObject({ state: "approved" });
});

test("a stale proposal says so on a phone, and changes nothing", async () => {
  const { person } = roost;
  const agent = await anAgentWhoProposes();
  const rental = await aRental(person, { name: "House of changes", currency: "EUR", base_rate: "100" });
  const stay = await aBooking(person, rental, { start_at: dayFrom(50), end_at: dayFrom(53), adults: 1, booked: true });
  await agent.content("propose", { action: "cancel", booking_id: stay.id, text: "We are sorry." });
  await person.put(`/bookings/${stay.id}`, { bookings: [{ adults: 2 }] });
  const page = await roost.open({ path: "/proposals", viewport: sizes.phone });
  await page.getByText("We are sorry.").waitFor();
  await page.getByRole("button", { name: "Approve: Cancel a booking · House of changes" }).click();
  await page.getByText(/changed since the agent proposed it/).waitFor();
  const [{ status } = { status: undefined }] = await bookingsOf(rental);
  expect(status).toBe("Booked");
});
