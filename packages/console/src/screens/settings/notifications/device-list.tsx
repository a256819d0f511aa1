import { Button, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callConsole } from "../../../app/console-calls.ts";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { Pending } from "../../../components/pending.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import cards from "../cards.module.css";
import { useAccountPath } from "../people.ts";
import { devicesKey, useDevices } from "./notifications.ts";
import { canSubscribe, enableHere } from "./subscribe.ts";

/** The person's devices, each with a test message, and a button for this one. */
export function DeviceList() {
  const { t } = useI18n();
  const { notify } = useNotices();
  const formats = useFormats();
  const queries = useQueryClient();
  const path = useAccountPath();
  const devices = useDevices();
  const refresh = () => queries.invalidateQueries({ queryKey: devicesKey });
  const enabling = useMutation({
    mutationFn: (publicKey: string) => enableHere(publicKey),
    onSuccess: async (isEnabled) => {
      notify({ text: isEnabled ? t("notifications.enabled") : t("notifications.blocked") });
      await refresh();
    },
  });
  const testing = useMutation({
    mutationFn: (device: number) => callConsole("POST", `${path}/notifications/test`, { device }),
    onSuccess: () => notify({ text: t("notifications.tested") }),
  });
  const removing = useMutation({
    mutationFn: (device: number) => callConsole("DELETE", `/me/devices/${device}`),
    onSuccess: refresh,
  });
  if (!devices.data) return <Pending reads={[devices]} />;
  const { data } = devices;
  return (
    <section>
      <h2>{t("notifications.devices")}</h2>
      <p className="hint">{canSubscribe() ? t("notifications.devicesAbout") : t("notifications.unsupported")}</p>
      <FormProblems error={enabling.error ?? testing.error ?? removing.error} excluded={[]} />
      <ul className={cards.cards}>
        {data.devices.map(({ id, name, created_at }) => (
          <li key={id}>
            <div>
              <strong>{name}</strong>
              <p>{t("notifications.since", { moment: formats.moment(created_at) })}</p>
            </div>
            <div />
            <Group gap="xs">
              <Button
                variant="default"
                aria-label={t("notifications.testOf", { name })}
                loading={testing.isPending && testing.variables === id}
                onClick={() => testing.mutate(id)}
              >
                {t("notifications.test")}
              </Button>
              <Button
                variant="default"
                aria-label={t("notifications.removeOf", { name })}
                loading={removing.isPending && removing.variables === id}
                onClick={() => removing.mutate(id)}
              >
                {t("notifications.remove")}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {canSubscribe() && (
        <Button loading={enabling.isPending} onClick={() => enabling.mutate(data.public_key)}>
          {t("notifications.enable")}
        </Button>
      )}
    </section>
  );
}
