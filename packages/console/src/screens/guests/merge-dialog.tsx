import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useNotices } from "../../components/notices.tsx";
import { Pending } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./guest.module.css";
import { type FoundGuest, type Guest, useGuests } from "./guests.ts";

interface MergeDialogProps {
  readonly guest: Guest;
  readonly close: () => void;
}

/** Merges two records of the same guest: finds the other one and asks which to keep. */
export function MergeDialog({ guest, close }: MergeDialogProps) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [other, setOther] = useState<FoundGuest>();
  const [isOtherKept, setOtherKept] = useState(false);
  const nameOf = ({ fullname }: Pick<Guest, "fullname">) => fullname ?? t("guests.nameless");
  const [kept, merged] = isOtherKept && other ? [other, guest] : [guest, other];
  return (
    <ConfirmDialog
      title={t("merge.begin")}
      confirmLabel={t("merge.yes")}
      isReady={other !== undefined}
      close={close}
      act={async () => {
        if (!merged) throw new TypeError("No guest is chosen.");
        const params = { path: { client_id: kept.id } };
        await client.POST("/clients/{client_id}/merge", {
          params,
          body: { clients: [{ merged_client_id: merged.id }] },
        });
        await queries.invalidateQueries({ queryKey: [account.id] });
      }}
      done={() => {
        notify({ text: t("merge.done", { kept: nameOf(kept) }) });
        void navigate({ to: "/guests", search: { guest: kept.id } });
      }}
    >
      <OtherRecord guest={guest} chosen={other} choose={setOther} nameOf={nameOf} />
      {other && (
        <fieldset className={classes.choices}>
          <legend>{t("merge.keep")}</legend>
          {[guest, other].map((one) => (
            <label key={one.id}>
              <input
                type="radio"
                name="kept"
                checked={one.id === kept.id}
                onChange={() => setOtherKept(one.id === other.id)}
              />
              <GuestLine guest={one} name={nameOf(one)} />
            </label>
          ))}
        </fieldset>
      )}
      {other && <p>{t("merge.sure", { kept: nameOf(kept) })}</p>}
    </ConfirmDialog>
  );
}

interface OtherRecordProps {
  readonly guest: Guest;
  readonly chosen: FoundGuest | undefined;
  readonly choose: (other: FoundGuest) => void;
  readonly nameOf: (guest: Pick<Guest, "fullname">) => string;
}

/** Other guests, initially those with the same name. */
function OtherRecord({ guest, chosen, choose, nameOf }: OtherRecordProps) {
  const { t } = useI18n();
  const [searchText, setSearchText] = useState(guest.fullname ?? guest.emails[0]?.email ?? "");
  const list = useGuests(searchText);
  const others = (list.data?.pages ?? [])
    .flatMap(({ clients }) => clients)
    .filter(({ id, forget_me_at }) => id !== guest.id && forget_me_at === null);
  return (
    <>
      <TextInput
        type="search"
        label={t("merge.seek")}
        value={searchText}
        onChange={({ currentTarget: { value } }) => setSearchText(value)}
      />
      {!list.data && <Pending reads={[list]} />}
      <output className={classes.hint}>
        {list.data && others.length === 0 && t("merge.none")}
        {list.hasNextPage && t("merge.more")}
      </output>
      <fieldset className={classes.choices}>
        <legend>{t("merge.other")}</legend>
        {others.map((one) => (
          <label key={one.id}>
            <input type="radio" name="other" checked={one.id === chosen?.id} onChange={() => choose(one)} />
            <GuestLine guest={one} name={nameOf(one)} />
          </label>
        ))}
      </fieldset>
    </>
  );
}

function GuestLine({ guest: { id, company, emails }, name }: { readonly guest: FoundGuest; readonly name: string }) {
  return (
    <span>
      <strong>{name}</strong> <small>{[`#${id}`, company, emails[0]?.email].filter(Boolean).join(" · ")}</small>
    </span>
  );
}
