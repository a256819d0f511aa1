import { Checkbox, NativeSelect } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callConsole } from "../../../app/console-calls.ts";
import { useSession } from "../../../app/session.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import { Pending } from "../../../components/pending.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { useAccountPath } from "../people.ts";
import { DeviceList } from "./device-list.tsx";
import classes from "./notifications.module.css";
import { type Choices, choicesKey, type Kind, useChoices, type Way } from "./notifications.ts";

const ways: readonly Way[] = ["mail", "push"];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The person's notifications in this account, and the devices that show them. Each choice is saved at once. */
export function NotificationsSection() {
  const { t } = useI18n();
  const { account } = useSession();
  const queries = useQueryClient();
  const path = useAccountPath();
  const choices = useChoices();
  const saving = useMutation({
    // One after the other: each write replaces all choices.
    scope: { id: "notifications" },
    mutationFn: ({ mail, push, digest_hour }: Choices) =>
      callConsole("PUT", `${path}/notifications`, { mail, push, ...(digest_hour === null ? {} : { digest_hour }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: choicesKey(path) }),
  });
  if (!choices.data) return <Pending reads={[choices]} />;
  // While a choice is being saved, it is shown.
  const shown = saving.isPending ? saving.variables : choices.data;
  return (
    <>
      <section>
        <h2>{t("notifications.title")}</h2>
        <p className="hint">{t("notifications.about", { account: account.name })}</p>
        <FormProblems error={saving.error} excluded={[]} />
        <Matrix choices={shown} choose={(chosen) => saving.mutate(chosen)} />
        {shown.has_digest && (
          <NativeSelect
            mt="md"
            maw="20rem"
            label={t("notifications.digest")}
            description={t("notifications.digestAbout")}
            value={shown.digest_hour ?? ""}
            onChange={({ currentTarget: { value } }) =>
              saving.mutate({ ...shown, digest_hour: value === "" ? null : Number(value) })
            }
            data={[
              { value: "", label: t("notifications.noDigest") },
              ...hours.map((hour) => ({ value: String(hour), label: `${String(hour).padStart(2, "0")}:00` })),
            ]}
          />
        )}
      </section>
      <DeviceList />
    </>
  );
}

interface MatrixProps {
  readonly choices: Choices;
  readonly choose: (choices: Choices) => void;
}

/** A row for each kind, a column for each way. */
function Matrix({ choices, choose }: MatrixProps) {
  const { t } = useI18n();
  const toggle = (way: Way, kind: Kind, isOn: boolean): void =>
    choose({
      ...choices,
      [way]: isOn ? [...choices[way], kind] : choices[way].filter((one) => one !== kind),
    });
  return (
    <table className={classes.matrix}>
      <thead>
        <tr>
          <th>{t("notifications.event")}</th>
          {ways.map((way) => (
            <th key={way}>{t(`notifications.ways.${way}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {choices.kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`notifications.kinds.${kind}`)}</th>
            {ways.map((way) => (
              <td key={way}>
                <Checkbox
                  aria-label={`${t(`notifications.kinds.${kind}`)}: ${t(`notifications.ways.${way}`)}`}
                  checked={choices[way].includes(kind)}
                  onChange={({ currentTarget }) => toggle(way, kind, currentTarget.checked)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
