/** The table of the records that a rule acts about, all its life: its trigger never changes from one kind to the other. */
export type Subject = "bookings" | "inquiries";

export const subjectOf = (trigger: string): Subject => (trigger === "inquiry_received" ? "inquiries" : "bookings");

/** The statements that plan a rule's actions about one kind of record. */
interface Planning {
  /** The ids after `$2` in the account `$1`, at most `$3`. Rules may act for 400 days: the longest offset, and some days of an outage. */
  readonly next: string;
  /** Plans the records `$2` by the rules `$3`. */
  readonly plan: string;
  /** The same in a transaction that performs one of the actions, without a job. */
  readonly replan: string;
}

export const planning: Readonly<Record<Subject, Planning>> = {
  bookings: {
    next: `select id from bookings where account_id = $1 and id > $2 and end_at > now() - interval '400 days'
       and not unavailable and created_by_type <> 'Booking' order by id limit $3`,
    plan: "select plan_bookings($1, $2::bigint[], $3::bigint[])",
    replan: "select plan_automations($1, array[$2::bigint], array[$3::bigint])",
  },
  inquiries: {
    next: `select id from inquiries where account_id = $1 and id > $2 and created_at > now() - interval '400 days' order by id limit $3`,
    plan: "select plan_inquiries($1, $2::bigint[], $3::bigint[])",
    replan: "select plan_inquiry_actions($1, array[$2::bigint], array[$3::bigint])",
  },
};

/** SQL: locks the record `$2` of a table after any concurrent change. */
export const lockOne = (about: Subject): string => `select from ${about} where account_id = $1 and id = $2 for share`;
