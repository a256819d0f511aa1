import { SharedNotice } from "../../components/shared-notice.tsx";
import { useRentals } from "../calendar/rentals.ts";
import { useTableFacts } from "./season-reads.ts";

/** Warns that a rates table's changes apply to several rentals. */
export function TableNotice({ table }: { readonly table: number | null }) {
  const facts = useTableFacts(table);
  const rentals = useRentals();
  const ids = facts.data?.rentals ?? [];
  return <SharedNotice names={(rentals.data ?? []).filter(({ id }) => ids.includes(id)).map(({ name }) => name)} />;
}
