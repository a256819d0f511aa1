import type { Transaction } from "./transaction.ts";

/**
 * Looks up what was asked, in one statement if it can: it is sent before anything is waited for.
 * @returns the answer to each question, by its position
 */
export type LookUp<Question, Answer> = (
  transaction: Transaction,
  questions: readonly [Question, ...Question[]],
) => Promise<(question: Question, index: number) => Answer>;

interface Gathering<Question, Answer> {
  readonly questions: [Question, ...Question[]];
  readonly answers: Promise<(question: Question, index: number) => Answer>;
}

/**
 * A look-up that the members of a group make together: what they ask in one turn of the event loop is one call of `lookUp`. In a transaction of
 * its own, a piece of work asks at once.
 */
export function gathered<Question, Answer>(
  lookUp: LookUp<Question, Answer>,
): (transaction: Transaction, question: Question) => Promise<Answer> {
  const gatherings = new WeakMap<Transaction, Gathering<Question, Answer>>();
  const gathering = (whole: Transaction, question: Question): Gathering<Question, Answer> => {
    const questions: [Question, ...Question[]] = [question];
    const {
      promise: answers,
      resolve,
      reject,
    } = Promise.withResolvers<(question: Question, index: number) => Answer>();
    process.nextTick(() => {
      gatherings.delete(whole);
      lookUp(whole, questions).then(resolve, reject);
    });
    const begun = { questions, answers };
    gatherings.set(whole, begun);
    return begun;
  };
  return async (transaction, question) => {
    const { group } = transaction;
    if (!group) return (await lookUp(transaction, [question]))(question, 0);
    const known = gatherings.get(group.whole);
    const { questions, answers } = known ?? gathering(group.whole, question);
    const index = known ? questions.push(question) - 1 : 0;
    return (await answers)(question, index);
  };
}
