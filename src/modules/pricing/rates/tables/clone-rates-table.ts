import type { WriteContext } from "../../../../kernel/write/context.ts";

/**
 * Copies the seasons, periods and rates rules of one rates table to another, in one statement that allocates the new ids first.
 * Copied rules refer to the copied seasons. Lock the source first.
 */
export async function cloneRatesTable(
  { transaction, account }: WriteContext,
  source: number,
  target: number,
): Promise<void> {
  await transaction.run(
    `with season_copies as materialized (
       select id as original, nextval(pg_get_serial_sequence('seasons', 'id')) as copy from (
         select id from seasons where account_id = $1 and rates_table_id = $2 and deleted_at is null order by id
       ) as ordered
     ),
     rule_copies as materialized (
       select id as original, nextval(pg_get_serial_sequence('rates_rules', 'id')) as copy from (
         select id from rates_rules where account_id = $1 and rates_table_id = $2 and deleted_at is null order by id
       ) as ordered
     ),
     new_seasons as (
       insert into seasons (account_id, id, rates_table_id, name, ratio_percentage, minimum_stay)
       select $1, copy, $3, name, ratio_percentage, minimum_stay
       from season_copies join seasons on account_id = $1 and id = original
       returning account_id
     ),
     new_periods as (
       insert into periods (account_id, season_id, rates_table_id, start_date, end_date)
       select $1, copy, $3, start_date, end_date
       from season_copies join periods on account_id = $1 and season_id = original and archived_at is null
       order by periods.id
       returning account_id
     ),
     new_rules as (
       insert into rates_rules (
         account_id, id, rates_table_id, kind, always_applied, start_date, end_date, percentage, fixed_amount, period_name, variables
       )
       select $1, copy, $3, kind, always_applied, start_date, end_date, percentage, fixed_amount, period_name, variables
       from rule_copies join rates_rules on account_id = $1 and id = original
       returning account_id
     )
     insert into rates_rules_seasons (account_id, rates_rule_id, season_id)
     select $1, rule_copies.copy, season_copies.copy
     from rates_rules_seasons
     join rule_copies on rule_copies.original = rates_rule_id
     join season_copies on season_copies.original = season_id
     where account_id = $1 returning account_id`,
    [account.id, source, target],
  );
}
