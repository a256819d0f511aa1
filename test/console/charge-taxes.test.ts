import { expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { created } from "../harness/factories.ts";
import { press, typeInto } from "./keyboard.ts";
import { faultsOf } from "./looks.ts";
import { dayFrom, sizes, useConsole } from "./open-console.ts";

/** Taxes by length of stay, and taxes on fees (console.md, Settings). */
const roost = useConsole();

test("a tax gets its lengths of stay, and loses one", async () => {
  const { person } = roost;
  const page = await roost.open({ path: "/settings/charges" });
  await page.getByRole("button", { name: "New tax" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name on the bill (English)").fill("City tax");
  await dialog.getByLabel("Percent").fill("5");
  await dialog.getByRole("textbox", { name: "First day" }).fill("01/01/2026");
  await dialog.getByText("All stays. Add a length to limit the tax.").waitFor();
  await press(page, dialog.getByRole("button", { name: "Add length" }));
  await typeInto(page, dialog.getByLabel("Nights 1"), "3");
  await press(page, dialog.getByRole("button", { name: "Add length" }));
  await dialog.getByLabel("Comparison 2").selectOption("less than");
  await typeInto(page, dialog.getByLabel("Nights 2"), "30");
  expect(await faultsOf(page, "tax")).toEqual([]);
  await press(page, dialog.getByRole("button", { name: "Save" }));
  await page.getByText("Only stays of at least 3 nights and less than 30 nights").waitFor();
  const [tax] = recordsOf(await person.get("/taxes"), "taxes").filter(({ percentage }) => percentage === "5.0");
  const rules = async () =>
    recordsOf(await person.get("/tax_rules"), "tax_rules").filter(({ ruleable_id }) => ruleable_id === tax?.id);
  expect(await rules()).toMatchObject([
    { comparator: ">=", value: "3" },
    { comparator: "<", value: "30" },
  ]);
  await page.getByRole("button", { name: "Edit: City tax" }).click();
  await dialog.getByRole("button", { name: "Remove length 2" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Only stays of at least 3 nights", { exact: true }).waitFor();
  expect(await rules()).toHaveLength(1);
});

test("two people who change a tax's lengths see both and choose", async () => {
  const { person } = roost;
  const tax = await created(person, "/taxes", "taxes", {
    ...{ name_en: "Spa tax", kind: "spa", percentage: "2", start_date: dayFrom(-10) },
  });
  const rule = (value: number) => [{ compared_attribute: "length_of_stay", comparator: ">=", value }];
  const page = await roost.open({ path: "/settings/charges" });
  await page.getByRole("button", { name: "Edit: Spa tax" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add length" }).click();
  await dialog.getByLabel("Nights 1").fill("7");
  expect((await person.put(`/taxes/${tax.id}`, { taxes: [{ tax_rules: rule(14) }] })).status).toBe(200);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("This was changed in the meantime").waitFor();
  await dialog.getByRole("cell", { name: "Only stays of at least 14 nights" }).waitFor();
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await page.getByText("Only stays of at least 7 nights").waitFor();
});

/** A fee and a value added tax, not yet on the fee. */
async function aTaxedCleaning(name: string) {
  const { person } = roost;
  const fee = await created(person, "/fees", "fees", {
    ...{ name_en: name, kind: "cleaning", rate: "80", rate_kind: "fixed", currency: "EUR" },
    downpayment_percentage: "0",
  });
  const tax = await created(person, "/taxes", "taxes", {
    ...{ name_en: `VAT of ${name}`, kind: "value_added", percentage: "20", start_date: dayFrom(-10) },
  });
  return { fee, tax };
}

test("a tax on a fee is added by keyboard, included, and removed, on a phone", async () => {
  const { person } = roost;
  const page = await roost.open({ path: "/settings/charges", viewport: sizes.phone, colorScheme: "dark" });
  const section = page.getByRole("region", { name: "Taxes on fees" });
  await section.waitFor();
  const { fee } = await aTaxedCleaning("Cleaning");
  await press(page, section.getByRole("button", { name: "Tax a fee" }));
  const dialog = page.getByRole("dialog");
  for (const [label, option] of [
    ["Fee", "Cleaning"],
    ["Tax", "VAT of Cleaning"],
  ] as const) {
    await typeInto(page, dialog.getByRole("combobox", { name: label, exact: true }), option);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
  expect(await faultsOf(page, "tax on a fee")).toEqual([]);
  await press(page, dialog.getByRole("button", { name: "Save" }));
  await section.getByText("20% · on top of the fee").waitFor();
  await section.getByRole("button", { name: "Edit: Cleaning · VAT of Cleaning" }).click();
  await dialog.getByRole("combobox", { name: "Included or on top" }).click();
  await page.getByRole("option", { name: "Included" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await section.getByText("20% · included in the fee").waitFor();
  const stored = async () =>
    recordsOf(await person.get("/fees_taxes"), "fees_taxes").filter(
      ({ links }) => Reflect.get(Object(links), "fee") === fee.id,
    );
  expect(await stored()).toMatchObject([{ tax_included_in_rate: true }]);
  await section.getByRole("button", { name: "Remove: Cleaning · VAT of Cleaning" }).click();
  await page.getByRole("button", { name: "Remove tax from fee" }).click();
  await section.getByText("Cleaning · VAT of Cleaning").waitFor({ state: "detached" });
  expect(await stored()).toEqual([]);
});

test("refuses to tax a fee twice by the same tax, with the error at its field", async () => {
  const { person } = roost;
  const { fee, tax } = await aTaxedCleaning("Linen");
  await created(person, `/fees/${fee.id}/fees_taxes`, "fees_taxes", { tax_id: tax.id, tax_included_in_rate: false });
  const page = await roost.open({ path: "/settings/charges" });
  await page.getByRole("button", { name: "Tax a fee" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Fee" }).click();
  await page.getByRole("option", { name: "Linen" }).click();
  await dialog.getByRole("combobox", { name: "Tax", exact: true }).click();
  await page.getByRole("option", { name: "VAT of Linen" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("has already been taken").waitFor();
});
