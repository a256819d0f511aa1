import { expect, test } from "vitest";
import { isOutdated, queries } from "../src/app/queries.ts";

test("a failed refresh keeps what was read, and marks it as outdated until a read succeeds", async () => {
  const answers = ["first", new Error("The service is busy."), "second"];
  const queryKey = ["a read"];
  const read = () =>
    queries.fetchQuery({
      queryKey,
      staleTime: 0,
      retry: false,
      queryFn: async () => {
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
  const state = () => {
    const query = queries.getQueryCache().find({ queryKey });
    return query && { data: query.state.data, error: query.state.error, outdated: isOutdated(query) };
  };
  await read();
  expect(state()).toEqual({ data: "first", error: null, outdated: false });
  await expect(read()).rejects.toThrow("The service is busy.");
  expect(state()).toEqual({ data: "first", error: null, outdated: true });
  await read();
  expect(state()).toEqual({ data: "second", error: null, outdated: false });
  queries.clear();
});

test("a first read that fails has an error and no data", async () => {
  const queryKey = ["a first read"];
  const queryFn = () => Promise.reject(new Error("The service is busy."));
  await expect(queries.fetchQuery({ queryKey, queryFn, retry: false })).rejects.toThrow("The service is busy.");
  const query = queries.getQueryCache().find({ queryKey });
  expect(query?.state).toMatchObject({ data: undefined, error: new Error("The service is busy.") });
  queries.clear();
});
