import { MantineProvider } from "@mantine/core";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { Unreachable } from "../components/unreachable.tsx";
import { chosenLanguage, I18nContext } from "../i18n/i18n.ts";
import { loadMessages } from "../i18n/load-messages.ts";
import { Frame } from "./frame.tsx";
import { LiveChanges } from "./live-changes.tsx";
import { queries } from "./queries.ts";
import { reloadWhenReachable } from "./reload.ts";
import { router } from "./router.tsx";
import { Account, fetchSession, type Person, signIn } from "./session.tsx";
import { SignedOut } from "./signed-out.tsx";
import { theme } from "./theme.ts";

/**
 * The whole console. Mantine takes its variables from CSS files: the content security policy blocks style elements that a script adds.
 */
export function Console() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queries}>
        <SignedIn />
      </QueryClientProvider>
    </MantineProvider>
  );
}

function SignedIn() {
  const session = useQuery({
    queryKey: ["session"],
    queryFn: fetchSession,
    staleTime: Number.POSITIVE_INFINITY,
    // Offline, the installed console says so.
    networkMode: "always",
  });
  const person = session.data;
  useEffect(() => {
    if (person === null) signIn();
  }, [person]);
  if (session.error) return <Unreachable again={() => void session.refetch()} />;
  return person ? <Localized person={person} /> : <Frame />;
}

function Localized({ person }: { readonly person: Person }) {
  const language = chosenLanguage(person.user.locale);
  const messages = useQuery({
    queryKey: ["messages", language],
    queryFn: () => loadMessages(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  if (messages.error) return <Unreachable again={() => void reloadWhenReachable()} />;
  if (!messages.data) return <Frame />;
  return (
    <I18nContext value={{ language, t: messages.data }}>
      <Account person={person}>
        <RouterProvider router={router} />
        <LiveChanges />
        <SignedOut />
      </Account>
    </I18nContext>
  );
}
