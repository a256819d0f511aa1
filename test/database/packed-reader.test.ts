import fc from "fast-check";
import { expect, test } from "vitest";
import { PackedReader } from "../../src/database/sql/packed-reader.ts";
import { seed } from "../harness/seed.ts";
import { useService } from "../harness/service.ts";

const service = useService();

const aRow = fc.record({
  id: fc.integer({ min: -5, max: Number.MAX_SAFE_INTEGER }),
  size: fc.option(fc.integer({ min: -9_000_000_000, max: 9_000_000_000 })),
  word: fc.constantFrom("EUR", "EU", "EURO", "t", "f", null),
  amount: fc.constantFrom("12.50", "-0.01", "12.5", null),
});

test("reads a packed text back as the rows that PostgreSQL packed, with any numbers, words and nulls", async () => {
  const account = await service.anAccount();
  const packed = (rows: object[]) =>
    service.database
      .within([account])
      .transaction((transaction) =>
        transaction.packed(
          "select id, word, size, amount from json_to_recordset($1::json) as given (id bigint, word text, size bigint, amount numeric)",
          [JSON.stringify(rows)],
        ),
      );
  const property = fc.asyncProperty(fc.array(aRow, { maxLength: 20 }), async (rows) => {
    const read = [];
    for (const row of new PackedReader(await packed(rows)).rows()) {
      const [id, word] = [row.integer(), row.word()];
      read.push({ id, size: row.integerOrNull(), word: word === "" ? null : word, amount: row.word() || null });
    }
    expect(read).toEqual(rows);
  });
  await fc.assert(property, { numRuns: 50, seed });
});

test.each([
  ["(1,a);(2", "A packed row was not read to its end."],
  ["(1,a,3)", "A packed row was not read to its end."],
  ["(x,a)", "A packed row has another value where an integer is required."],
  ["(1.5,a)", "A packed row has another value where an integer is required."],
  ["(,a)", "A packed row has a null where an integer is required."],
  ['(1,"a b")', "A packed row may hold only numbers and plain words."],
])("refuses a text that is not a packed number and word: %s", (packed, message) => {
  const read = () => {
    for (const row of new PackedReader(packed).rows()) [row.integer(), row.word()];
  };
  expect(read).toThrow(message);
});
