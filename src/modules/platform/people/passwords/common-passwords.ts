/**
 * Common passwords of at least twelve characters from lists of stolen ones, in lower case, without leading and trailing digits and signs.
 */
const commonPasswords = new Set([
  "abcdefghijkl",
  "abcdefghijklm",
  "abcdefghijklmnop",
  "abcdefghijklmnopqrstuvwxyz",
  "administrator",
  "changemeplease",
  "changepassword",
  "correcthorsebatterystaple",
  "iloveyouforever",
  "iloveyousomuch",
  "letmeinletmein",
  "letmeinplease",
  "mypasswordis",
  "passwordpassword",
  "qazwsxedcrfv",
  "qwertyqwerty",
  "qwertyuiopasdf",
  "qwertyuiopasdfgh",
  "qwertyuiopasdfghjkl",
  "qwertyuiopasdfghjklzxcvbnm",
  "thisismypassword",
  "trustnoonetrustnoone",
]);

/** Words that are weak passwords even with digits around them. */
const words = [
  "password",
  "passwort",
  "motdepasse",
  "contrasena",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "iloveyou",
  "letmein",
  "changeme",
  "welcome",
  "administrator",
  "admin",
  "qwerty",
  "azerty",
  "asdfghjkl",
  "football",
  "baseball",
  "princess",
  "sunshine",
  "superman",
  "holiday",
  "roost",
];

/** The reason why a password is easy to guess. */
export type GuessableFault = "repeats" | "common" | "ownAddress";

/** Undefined if it is not easy to guess. */
export function guessableFault(password: string, person: { readonly email: string }): GuessableFault | undefined {
  const text = password.normalize("NFKC").toLowerCase();
  if (new Set(text).size < 5) return "repeats";
  const core = text
    .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "")
    .replace(/[@4]/g, "a")
    .replace(/0/g, "o")
    .replace(/[$5]/g, "s");
  const [local = "", domain = ""] = person.email.toLowerCase().split("@");
  const own = [person.email.toLowerCase(), local, domain, domain.split(".")[0] ?? ""];
  const isCommon = commonPasswords.has(core) || words.includes(core) || words.some((word) => core === word + word);
  if (isCommon || isSequence(text)) return "common";
  if (own.includes(text) || (core !== "" && own.includes(core))) return "ownAddress";
  return undefined;
}

/** Whether the text is a keyboard or counting sequence in either direction: 123456789012, abcdefghijkl. */
function isSequence(text: string): boolean {
  const rows = [
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  ];
  const backwards = [...text].reverse().join("");
  return rows.some((row) => row.includes(text) || row.includes(backwards));
}
