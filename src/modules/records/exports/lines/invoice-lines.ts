import { fileNameOf } from "../../../money/invoices/find-document.ts";
import { invoice } from "../../../money/invoices/invoice.ts";
import { type ExportScope, type Line, type LineSource, pages, recordsById } from "./line-source.ts";
import type { ReferencedBooking, ReferenceOf } from "./reference.ts";

const columns = [
  ...["external_reference", "booking", "kind", "number", "issued_on", "due_on", "credited_number", "locale"],
  ...["currency", "net_amount", "tax_amount", "total_amount", "paid_amount", "buyer", "lines", "vat", "notes"],
];

/** Invoices read at a time: each has a PDF file. */
const invoiceBatchSize = 50;

interface InvoiceRow extends ReferencedBooking {
  readonly booking_id: number;
  readonly number: string;
  readonly credited_number: string | null;
  readonly pdf: Buffer;
  readonly ubl: string | null;
}

/**
 * The account's invoices and credit notes, each with its PDF file and, if it has one, its UBL file. The recipient, the lines and the files
 * are left out where the API hides them (docs/concepts/personal-data.md).
 */
export async function invoiceLines(scope: ExportScope, referenceOf: ReferenceOf): Promise<LineSource> {
  const { account } = scope;
  const { database } = scope.snapshot;
  const attributes = columns.filter((name) => name in invoice.attributes);
  const counted = await database.row<{ count: number }>(
    "select count(*) as count from invoices where account_id = $1",
    [account],
  );
  const page = (after: number) =>
    database.rows<InvoiceRow>(
      `select invoices.id, invoices.number, invoices.pdf, invoices.ubl,
         credited.number as credited_number, invoices.booking_id, bookings.external_reference, bookings.created_at as created
       from invoices join bookings on bookings.account_id = $1 and bookings.id = invoices.booking_id
       left join invoices as credited on credited.account_id = $1 and credited.id = invoices.credited_invoice_id
       where invoices.account_id = $1 and invoices.id > $2 order by invoices.id limit $3`,
      [account, after, invoiceBatchSize],
    );
  const batches = async function* () {
    for await (const rows of pages(page, invoiceBatchSize)) {
      const records = await recordsById(
        scope,
        invoice,
        rows.map(({ id }) => id),
        attributes,
      );
      const found = rows.flatMap((row) => {
        const record = records.get(String(row.id));
        return record ? [{ row, record }] : [];
      });
      yield {
        records: rows.length,
        lines: found.map(({ row, record }) => lineOf(row, record, referenceOf)),
        documents: found.flatMap(({ row, record }) => (record.buyer === null ? [] : documentsOf(row))),
      };
    }
  };
  return { kind: "invoices", columns, records: counted?.count ?? 0, batches: batches() };
}

function lineOf(row: InvoiceRow, record: Line, referenceOf: ReferenceOf): Line {
  const { id, booking_id, external_reference, created, credited_number } = row;
  const { id: _, ...shown } = record;
  const values = {
    external_reference: String(id),
    booking: referenceOf({ id: booking_id, external_reference, created }),
    credited_number,
    ...shown,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** The files, named by the number. The id distinguishes prefixes that become the same name. */
function documentsOf({ id, number, pdf, ubl }: InvoiceRow) {
  const name = `${fileNameOf(number)}-${id}`;
  return [
    { name: `${name}.pdf`, data: pdf },
    ...(ubl === null ? [] : [{ name: `${name}.xml`, data: Buffer.from(ubl) }]),
  ];
}
