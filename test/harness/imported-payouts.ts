import { importPayouts } from "../../src/modules/money/payouts/import-payouts.ts";
import { readPayoutsFile } from "../../src/modules/money/payouts/payouts-file.ts";
import type { TestService } from "./service.ts";

/** Imports a payout with its channel payout for a fixture's booking, gateway and source: no route creates one. */
export async function importSamplePayouts(
  service: TestService,
  account: number,
  ids: ReadonlyMap<string, number | string>,
): Promise<void> {
  const payout = { reference: "P-2027-01", amount_in_cents: 9000, currency: "EUR", paid_at: "2024-01-04T09:00:00Z" };
  const file = {
    payouts: [
      {
        ...payout,
        payment_gateway_id: ids.get("payment_gateways"),
        related_channel_payout_references: ["C-2027-01"],
        lines: [
          {
            booking_id: ids.get("bookings"),
            payment_id: null,
            kind: "adjustment",
            gross_in_cents: 9300,
            fee_in_cents: 300,
            net_in_cents: 9000,
          },
        ],
      },
    ],
    channel_payouts: [
      {
        ...payout,
        reference: "C-2027-01",
        source_id: ids.get("sources"),
        channel: "Channel A",
        lines: [
          {
            booking_id: ids.get("bookings"),
            gross_in_cents: 9500,
            cleaning_fee_in_cents: 1000,
            commission_in_cents: 1200,
            payment_charge_in_cents: 150,
            net_in_cents: 9150,
          },
        ],
        movements: [{ kind: "fee", description: "Listing fee", amount_in_cents: -150 }],
      },
    ],
  };
  const read = readPayoutsFile(JSON.stringify(file));
  await service.database.within([account]).transaction((transaction) => importPayouts(transaction, account, read));
}
