import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ublOf } from "../../src/modules/money/invoices/ubl/ubl-of.ts";
import { Random } from "../concurrency/load.ts";
import { documentsOf } from "./random-invoices.ts";
import { brokenRules } from "./ubl-sums.ts";

/**
 * The official rules (ConnectingEurope/eInvoicing-EN16931) run outside of the repository's dependencies:
 *
 *   mkdir /tmp/en16931 && cd /tmp/en16931 && npm init -y && npm install xslt3@2.7.0 saxon-js@2.7.0
 *   git clone --depth 1 https://github.com/ConnectingEurope/eInvoicing-EN16931 rules
 *   npx xslt3 -xsl:rules/ubl/xslt/EN16931-UBL-validation.xslt -export:rules.sef.json -t
 *   cd - && ROOST_TEST_EN16931=/tmp/en16931 npx vitest run test/invoices/en16931.test.ts
 */
const rules = process.env.ROOST_TEST_EN16931;

const runner = fileURLToPath(new URL("saxon-runner.js", import.meta.url));

function refused(documents: readonly string[]): { index: number; assertion: string }[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, [runner], {
    ...(rules === undefined ? {} : { cwd: rules }),
    input: JSON.stringify(documents),
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Documents of every kind over random bills, always the same. */
function generated(count: number) {
  const random = new Random(16_931);
  const documents = [];
  while (documents.length < count) documents.push(...documentsOf(random));
  return documents.slice(0, count);
}

/** Adds a cent to the first amount of an element. */
const raised = (xml: string, name: string): string =>
  xml.replace(new RegExp(`(<cbc:${name} [^>]*>)(-?[\\d.]+)`), (_, opening: string, amount: string) => {
    return `${opening}${(Number(amount) + 0.01).toFixed(2)}`;
  });

const totals = ["PayableAmount", "TaxInclusiveAmount", "LineExtensionAmount", "TaxExclusiveAmount"];

test("1,000 generated UBL files add up, and a changed total is refused", () => {
  for (const document of generated(1000)) {
    const xml = ublOf(document);
    expect(brokenRules(xml), xml).toEqual([]);
  }
  const [document] = generated(1);
  if (!document) throw new Error("Nothing was generated.");
  for (const name of totals) expect(brokenRules(raised(ublOf(document), name)), name).not.toEqual([]);
});

test.runIf(rules !== undefined)(
  "the official rules of EN 16931 accept 1,000 generated UBL files and refuse a changed total",
  { timeout: 3_600_000 },
  () => {
    const documents = generated(1000).map((document) => ublOf(document));
    const failures = refused(documents);
    expect(failures.map(({ index, assertion }) => `${assertion}\n${documents[index]}`)).toEqual([]);
    const [first = ""] = documents;
    for (const name of totals) expect(refused([raised(first, name)]), name).not.toEqual([]);
  },
);
