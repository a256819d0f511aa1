import { expect, test } from "vitest";
import type { Scope } from "../../src/kernel/scopes.ts";
import { aBooking, aRental, read } from "../harness/factories.ts";
import type { Json } from "../harness/client.ts";
import { useSharedService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { past } from "../reviews/factories.ts";
import { executedGuide } from "./executed-guide.ts";

/** The guides that are followed from the first line to the last: their commands work as they stand. */
const service = useSharedService();

/** What a reader has at the beginning, with a token of the guide's scopes in an account with a rental. */
async function aReader(...scopes: Scope[]) {
  const manager = await service.aClient(await service.anAccount());
  const rental = await aRental(manager, { name: "Cottage", sleeps: 4, base_rate: "100", currency: "EUR" });
  const reader = await service.aClient(manager.account, { scopes });
  const variables = {
    ROOST: service.url,
    TOKEN: reader.token ?? "",
    ARRIVAL: dayAhead(30),
    DEPARTURE: dayAhead(37),
  };
  return { manager, rental, reader, variables };
}

const parsed = (answers: readonly string[], number: number): Json => JSON.parse(answers.at(number) ?? "");

test("who follows the first guide has a rental, knows what a week costs, and has booked it", async () => {
  const { manager, variables } = await aReader("public", "rentals_write", "bookings_write", "clients_write");
  const { answers, variables: after } = await executedGuide("getting-started.md", variables);
  expect(parsed(answers, 1)).toMatchObject({ rentals: [{ final_price: 700 }] });
  expect(parsed(answers, 4)).toMatchObject({ errors: { base: [expect.any(String)] } });
  expect(await read(manager, "bookings", after.BOOKING)).toMatchObject({ booked: true, final_price: "700.0" });
});

test("a channel that follows its guide reads, books, changes and cancels, and passes on a review", async () => {
  const scopes: Scope[] = ["public", "rates_read", "bookings_write_owned", "clients_write", "reviews_write"];
  const { manager, rental, reader, variables } = await aReader(...scopes);
  const stay = await aBooking(reader, rental, past(3));
  const { answers, variables: after } = await executedGuide("guide-channel.md", {
    ...variables,
    STAY: String(stay.id),
  });
  expect(await read(manager, "bookings", after.BOOKING)).toMatchObject({
    ...{ final_price: "910.0", commission: "91.0", adults: 3, cancelation_reason: "The guest is ill." },
    canceled_at: expect.any(String),
  });
  expect(parsed(answers, -1)).toMatchObject({ reviews: [{ rating: "5.0", rating_accurate: "4.5", reply: null }] });
});

test("a website that follows its guide shows a price, books at exactly that, and cancels", async () => {
  const { manager, variables } = await aReader("public", "bookings_write_owned", "clients_write");
  const { variables: after } = await executedGuide("guide-website.md", variables);
  expect(await read(manager, "bookings", after.BOOKING)).toMatchObject({ final_price: "700.0", status: "Canceled" });
});

test("a pricing tool that follows its guide sets what nights cost, and the search says so at once", async () => {
  const { variables } = await aReader("public", "bookings_read", "rentals_write", "rates_write");
  const { answers } = await executedGuide("guide-pricing-tool.md", variables);
  expect(answers.some((answer) => answer.includes('"final_price":880'))).toBe(true);
});

test("who follows the guide to a report has the statement of a month, as JSON and for a spreadsheet", async () => {
  const scopes: Scope[] = ["public", "rentals_read", "bookings_read", "payments_read", "payouts_read"];
  const { manager, rental, variables } = await aReader(...scopes);
  await aBooking(manager, rental, { start_at: "2090-02-01", end_at: "2090-02-03", booked: true, initial_price: "400" });
  const { answers } = await executedGuide("guide-owner-report.md", { ...variables, MONTH: "2090-02" });
  expect(parsed(answers, 1)).toMatchObject({ owner_statements: [{ totals: [{ final_price: "400.0" }] }] });
  expect(answers[2]).toMatch(/^line,month,rental_id,/);
});
