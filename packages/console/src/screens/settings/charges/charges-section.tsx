import { Pending } from "../../../components/pending.tsx";
import { useLocales } from "../../rental-editor/edited-rental.ts";
import { FeeList } from "./fee-list.tsx";
import { FeeTaxSection } from "./fee-taxes/fee-tax-section.tsx";
import { TaxList } from "./tax-list.tsx";

/** The fees and taxes that rentals share. A rental's editor adds them to the rental (service.md, Rentals fee). */
export function ChargesSection() {
  const locales = useLocales();
  if (!locales.data) return <Pending reads={[locales]} />;
  return (
    <>
      <FeeList locales={locales.data} />
      <TaxList locales={locales.data} />
      <FeeTaxSection />
    </>
  );
}
