import { Button, NativeSelect } from "@mantine/core";
import type { Resource } from "@roost/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { ifMatch, versionOf } from "../../components/conflict/version.ts";
import { dayOf } from "../../components/days.ts";
import { FormProblems } from "../../components/form-problems.tsx";
import { type Notice, useNotices } from "../../components/notices.tsx";
import { textIn } from "../../components/text-in.ts";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { TaxDialog } from "./tax-dialog.tsx";
import { useRentalsTaxes } from "./tax-reads.ts";
import { TermRow } from "./term-row.tsx";
import { TermSection } from "./term-section.tsx";
import { useTermWriting } from "./term-writing.ts";
import terms from "./terms.module.css";

type RentalsTax = Resource<"rentals_taxes">;
type Tax = Resource<"taxes">;

/** The taxes on a rental's price, each at most once (service.md, Taxes). */
export function Taxes({ rental }: { readonly rental: number }) {
  const { language, t } = useI18n();
  const { client, account, may } = useSession();
  const formats = useFormats();
  const { notify } = useNotices();
  const levied = useRentalsTaxes(rental);
  const taxes = useQuery({
    queryKey: [account.id, "taxes", "editor"],
    queryFn: async ({ signal }) => {
      const all: Tax[] = [];
      for await (const tax of client.records("/taxes", { signal })) all.push(tax);
      return all;
    },
  });
  const write = useTermWriting("rentals_taxes", "taxes");
  const [isOpen, setOpen] = useState(false);
  const taxOf = (one: RentalsTax) => taxes.data?.find(({ id }) => id === one.links.tax);
  const nameOf = (one: RentalsTax) => textIn(taxOf(one)?.name ?? {}, language);
  const put = (one: RentalsTax, tax_included_in_rate: boolean) =>
    write(async () => {
      const params = { path: { rentals_tax_id: [one.id] } };
      const { data, response } = await client.GET("/rentals_taxes/{rentals_tax_id}", { params });
      // The choice has two values, so another person's change can only be the same one.
      if (data.rentals_taxes[0]?.tax_included_in_rate === tax_included_in_rate) return;
      await client.PUT("/rentals_taxes/{rentals_tax_id}", {
        params: { path: { rentals_tax_id: one.id } },
        headers: ifMatch(versionOf(response)),
        body: { rentals_taxes: [{ tax_included_in_rate }] },
      });
    });
  const changing = useMutation({
    mutationFn: (one: RentalsTax) => put(one, !one.tax_included_in_rate),
    onSuccess: (_, one) =>
      notify({
        text: t("rentalTerms.taxes.changed", { name: nameOf(one) }),
        undo: () => put(one, one.tax_included_in_rate),
      }),
  });
  const remove = async (one: RentalsTax): Promise<Notice> => {
    const params = { path: { rentals_tax_id: one.id } };
    await write(() => client.DELETE("/rentals_taxes/{rentals_tax_id}", { params }));
    const { tax_included_in_rate, links } = one;
    const body = { rentals_taxes: [{ tax_id: links.tax, tax_included_in_rate }] };
    return {
      text: t("rentalTerms.taxes.removed", { name: nameOf(one) }),
      async undo() {
        await write(() =>
          client.POST("/rentals/{rental_id}/rentals_taxes", { params: { path: { rental_id: rental } }, body }),
        );
      },
    };
  };
  const left = (taxes.data ?? []).filter(({ id }) => !levied.data?.some(({ links }) => links.tax === id));
  return (
    <TermSection
      id="taxes"
      title={t("rentalTerms.taxes.title")}
      hint={t("rentalTerms.taxes.hint")}
      reads={[levied, taxes]}
    >
      {levied.data?.length === 0 && <p>{t("rentalTerms.taxes.none")}</p>}
      <ul className={terms.terms}>
        {levied.data?.map((one) => {
          const tax = taxOf(one);
          return (
            <TermRow key={one.id} name={nameOf(one)} remove={() => remove(one)}>
              {tax && (
                <p className="hint">
                  {formats.percent(tax.percentage)} ·{" "}
                  {tax.end_date === null
                    ? t("rentalTerms.taxes.since", { day: formats.date(dayOf(tax.start_date)) })
                    : t("rules.between", {
                        first: formats.date(dayOf(tax.start_date)),
                        last: formats.date(dayOf(tax.end_date)),
                      })}
                </p>
              )}
              <NativeSelect
                mt="xs"
                maw="20rem"
                aria-label={t("rentalTerms.taxes.includedOf", { name: nameOf(one) })}
                value={String(one.tax_included_in_rate)}
                disabled={changing.isPending}
                onChange={() => changing.mutate(one)}
                data={[
                  { value: "false", label: t("rentalTerms.taxes.onTop") },
                  { value: "true", label: t("rentalTerms.taxes.included") },
                ]}
              />
            </TermRow>
          );
        })}
      </ul>
      <FormProblems error={changing.error} excluded={[]} />
      {(left.length > 0 || may("rates_write")) && (
        <Button variant="default" onClick={() => setOpen(true)}>
          {t("rentalTerms.taxes.add")}
        </Button>
      )}
      {isOpen && <TaxDialog rental={rental} taxes={left} close={() => setOpen(false)} />}
    </TermSection>
  );
}
