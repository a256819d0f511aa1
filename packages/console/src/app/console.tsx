import { MantineProvider } from "@mantine/core";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { OutOfReach } from "../parts/out-of-reach.tsx";
import { languageOf, loadWords, Words } from "../words/words.tsx";
import { Frame } from "./frame.tsx";
import { LiveChanges } from "./live-changes.tsx";
import { queries } from "./queries.ts";
import { router } from "./router.tsx";
import { Account, askSession, type Person, signIn } from "./session.tsx";
import { SignedOut } from "./signed-out.tsx";
import { theme } from "./theme.ts";

/**
 * The whole console. Mantine writes its variables from files alone: a style element that a script adds is nothing that the content
 * security policy lets in.
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
  const session = useQuery({ queryKey: ["session"], queryFn: askSession, staleTime: Number.POSITIVE_INFINITY });
  const person = session.data;
  useEffect(() => {
    if (person === null) signIn();
  }, [person]);
  if (session.error) return <OutOfReach again={() => void session.refetch()} />;
  return person ? <Spoken person={person} /> : <Frame />;
}

function Spoken({ person }: { readonly person: Person }) {
  const language = languageOf(person.user.locale);
  const words = useQuery({
    queryKey: ["words", language],
    queryFn: () => loadWords(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  if (words.error) return <OutOfReach again={() => void words.refetch()} />;
  if (!words.data) return <Frame />;
  return (
    <Words value={{ language, words: words.data }}>
      <Account person={person}>
        <RouterProvider router={router} />
        <LiveChanges />
        <SignedOut />
      </Account>
    </Words>
  );
}
