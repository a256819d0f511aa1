import Type from "typebox";
import { defineMail } from "../mail-template.ts";
import { dayIn } from "../mail-words.ts";

/** Tells people of an account that an imported calendar needs them (spec/calendars.md). */
export const calendarFeedMail = defineMail("calendar feed", {
  audience: "person",
  values: Type.Object({
    happened: Type.Enum(["conflicted", "failed", "suspicious"]),
    feed: Type.String(),
    rental: Type.String(),
    /** Nights that another booking holds, `YYYY-MM-DD`, and its reference. */
    conflicts: Type.Array(Type.Object({ from: Type.String(), until: Type.String(), booking: Type.String() })),
    /** Stays that are missing. */
    missing: Type.Integer(),
    error: Type.Union([Type.String(), Type.Null()]),
  }),
  write({ happened, feed, rental, conflicts, missing, error }, { t, locale }) {
    const values = { feed, rental };
    const nights = ({ from, until }: { from: string; until: string }): string =>
      from === until ? dayIn(locale, from) : `${dayIn(locale, from)} – ${dayIn(locale, until)}`;
    const rows = [
      ...conflicts.map((conflict) => ({ label: nights(conflict), value: t("mails.calendarFeed.booking", conflict) })),
      ...(error === null ? [] : [{ label: t("mails.calendarFeed.lastError"), value: error }]),
    ];
    return {
      subject: t(`mails.calendarFeed.subject.${happened}`, values),
      blocks: [
        { kind: "paragraph", text: t(`mails.calendarFeed.what.${happened}`, { ...values, count: missing }) },
        ...(rows.length === 0 ? [] : [{ kind: "lines" as const, rows }]),
        { kind: "paragraph", text: t(`mails.calendarFeed.next.${happened}`, values) },
      ],
    };
  },
});
