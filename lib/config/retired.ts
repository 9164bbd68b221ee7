/**
 * Variables that the program once read. The program refuses to start with one of them: an operator who sets it believes in an effect
 * that is gone. The sentence says what is gone, and what to do instead.
 */
export const RETIRED: Readonly<Record<string, string>> = {};

/** A sentence for each variable of the table that is set, itself or as `NAME_FILE`; an empty variable counts as not set. */
export function findRetired(env: NodeJS.ProcessEnv, retired = RETIRED): string[] {
  return Object.entries(retired).flatMap(([name, sentence]) =>
    [name, `${name}_FILE`].filter((set) => env[set]).map((set) => `${set}: no longer read. ${sentence}`),
  );
}
