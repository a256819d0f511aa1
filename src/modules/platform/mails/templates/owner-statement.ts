import Type, { type Static } from "typebox";
import { defineMail, type MailBlock, type MailSetting } from "../mail-template.ts";
import { amountIn } from "../mail-words.ts";

/** A statement's amounts. The owner's share is the rest of the guests' price after the others. */
const shares = {
  final_price: Type.Integer(),
  taxes: Type.Integer(),
  commission: Type.Integer(),
  payment_charge_commission: Type.Integer(),
  /** Absent in mails that were queued before statements showed disputes. */
  disputes_lost: Type.Optional(Type.Integer()),
  kept_by_manager: Type.Integer(),
  payback_to_owner: Type.Integer(),
};
const shareNames = [
  ...(["final_price", "taxes", "commission", "payment_charge_commission", "disputes_lost", "kept_by_manager"] as const),
] as const;

const total = Type.Object({ currency: Type.String(), nights: Type.Integer(), amounts: Type.Object(shares) });
const stay = Type.Object({
  reference: Type.String(),
  arrival: Type.String(),
  departure: Type.String(),
  currency: Type.String(),
  payback_to_owner: Type.Integer(),
});
const rental = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  stays: Type.Array(stay),
  totals: Type.Array(total),
});

/** Sends an owner the statements of a month (docs/concepts/statements.md). */
export const ownerStatementMail = defineMail("owner statement", {
  audience: "owner",
  values: Type.Object({
    name: Type.String(),
    /** The month's first day. */
    month: Type.String(),
    /** The sender's text; null without one. */
    message: Type.Union([Type.String(), Type.Null()]),
    rentals: Type.Array(rental),
  }),
  write({ name, month, message, rentals }, setting) {
    const { t, host, locale } = setting;
    const inWords = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
    const words = { month: inWords.format(Date.parse(`${month}T00:00:00Z`)), host };
    return {
      subject: t("mails.statement.subject", words),
      blocks: [
        { kind: "paragraph", text: t("mails.hello", { name }) },
        { kind: "paragraph", text: message ?? t("mails.statement.intro", words) },
        ...rentals.flatMap((each) => blocksOf(each, setting)),
      ],
    };
  },
});

/** A rental: the owner's share of each stay, then the division of the guests' money. */
function blocksOf({ name, stays, totals }: Static<typeof rental>, { t, locale }: MailSetting): MailBlock[] {
  if (stays.length === 0) return [{ kind: "paragraph", text: t("mails.statement.noStays", { rental: name }) }];
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  return [
    { kind: "paragraph", text: name },
    {
      kind: "lines",
      rows: stays.map(({ reference, arrival, departure, currency, payback_to_owner: share }) => ({
        label: `${day.formatRange(Date.parse(arrival), Date.parse(departure))} · ${reference}`,
        value: amountIn(locale, currency, share),
      })),
    },
    ...totals.map(({ currency, nights, amounts }) => ({
      kind: "lines" as const,
      rows: [
        { label: t("mails.statement.nights"), value: String(nights) },
        ...shareNames
          .map((each) => ({ each, amount: amounts[each] ?? 0 }))
          .filter(({ amount }) => amount !== 0)
          .map(({ each, amount }) => ({
            label: t(`mails.statement.shares.${each}`),
            value: amountIn(locale, currency, each === "final_price" ? amount : -amount),
          })),
        {
          label: t("mails.statement.shares.payback_to_owner"),
          value: amountIn(locale, currency, amounts.payback_to_owner),
          strong: true,
        },
      ],
    })),
  ];
}
