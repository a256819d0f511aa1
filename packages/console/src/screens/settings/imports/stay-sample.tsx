import { Alert } from "@mantine/core";
import { dayOf } from "../../../components/days.ts";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "./imports.module.css";
import type { Import } from "./imports.ts";

/** The range of a file's stays, their sums, and stays of more than 60 nights. */
export function StaySample({ record: { sample } }: { readonly record: Import }) {
  const { t } = useI18n();
  const formats = useFormats();
  if (!sample) return null;
  const day = (text: string): string => formats.date(dayOf(text));
  const sums = sample.totals.map(({ currency, amount }) =>
    currency === null ? t("imports.ownCurrency", { amount }) : formats.money(amount, currency),
  );
  return (
    <>
      <p>
        {t("imports.range", {
          from: day(sample.earliest_arrival),
          to: day(sample.latest_arrival),
          nights: sample.longest_nights,
        })}{" "}
        {sums.length > 0 && t("imports.sums", { sums: sums.join(", ") })}
      </p>
      {sample.long.length > 0 && (
        <Alert color="yellow" mt="xs" title={t("imports.long", { count: sample.long.length })}>
          <ul className={classes.listed}>
            {sample.long.map(({ line, arrival, departure, nights, guest }) => (
              <li key={line}>
                {t("imports.inLine", { line })}{" "}
                {t("imports.stay", { arrival: day(arrival), departure: day(departure), nights })} {guest}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}
