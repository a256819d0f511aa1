import { NativeSelect } from "@mantine/core";
import { useId } from "react";
import { Pending } from "../../../components/pending.tsx";
import { useSources } from "../../../components/sources.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useGateways } from "../gateways.ts";
import styles from "../money.module.css";
import { moneySearch, type TabProps } from "../money-search.ts";
import { useChannelPayouts, usePayouts } from "./listed-payouts.ts";
import { PayoutList } from "./payout-list.tsx";

/** Payouts from payment gateways and channels. */
export function PayoutsTab(props: TabProps) {
  return (
    <>
      <OfGateways {...props} />
      <OfChannels {...props} />
    </>
  );
}

function OfGateways({ search, change }: TabProps) {
  const { t } = useI18n();
  const id = useId();
  const gateways = useGateways();
  const chosen = search.gateway ?? gateways.data?.keys().next().value;
  const payouts = usePayouts(chosen);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t("money.ofGateways")}</h2>
      {!gateways.data && <Pending reads={[gateways]} />}
      {gateways.data?.size === 0 && <p className="hint">{t("money.noGateway")}</p>}
      {gateways.data && gateways.data.size > 0 && (
        <>
          <NativeSelect
            label={t("money.gateway")}
            value={chosen}
            onChange={({ currentTarget }) => change(moneySearch({ ...search, gateway: Number(currentTarget.value) }))}
            data={[...gateways.data].map(([value, label]) => ({ value: String(value), label }))}
          />
          <PayoutList kind="payouts" payouts={payouts} names={gateways.data} />
        </>
      )}
    </section>
  );
}

function OfChannels({ search, change }: TabProps) {
  const { t } = useI18n();
  const id = useId();
  const sources = useSources();
  const payouts = useChannelPayouts(search.source);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t("money.ofChannels")}</h2>
      <NativeSelect
        label={t("bookings.columns.channel")}
        value={search.source ?? ""}
        onChange={({ currentTarget }) => change(moneySearch({ ...search, source: Number(currentTarget.value) }))}
        data={[
          { value: "", label: t("bookings.anySource") },
          ...[...(sources.data ?? [])].map(([value, label]) => ({ value: String(value), label })),
        ]}
      />
      <PayoutList kind="channel_payouts" payouts={payouts} names={sources.data} />
    </section>
  );
}
