/**
 * Finds variables of the environment that look like ours and are not: a misspelt one has no effect, so that a limit or a lock
 * that an operator believes in isn't there.
 *
 * Not found: a name that is far from ours and has none of our prefixes; in compose, whatever is not in `.env`.
 */
import { differsBy } from '../encoding/similar.rules';
import { VARIABLES } from './config-variables';
import { RETIRED } from './retired';

/** The most letters that a misspelt name may differ in. */
const MAX_DISTANCE = 2;
/** Names below this length are near to many others (LINES and LINKS), so they count in `.env` alone, one letter away. */
const MIN_LENGTH = 8;

/** Variables of others that have one of our prefixes. */
const OF_OTHERS: ReadonlySet<string> = new Set(['HTTP_PROXY', 'SESSION_MANAGER']);
/** Variables that Kubernetes and Docker make for a service named `worker`, `database` or so. */
const OF_SERVICES = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_/;
const ADDRESS = /^(?:tcp|udp|sctp):/;

const ALL = Object.entries(VARIABLES).map(([name, definition]) => ({ name, isSecret: 'secret' in definition }));
/** Variables that are refused with their own sentence. */
const GONE: ReadonlySet<string> = new Set(Object.keys(RETIRED).flatMap((name) => [name, `${name}_FILE`]));
const OURS: ReadonlySet<string> = new Set(ALL.flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name])));
/** First words of our names that at least two begin with, such as `WEBHOOK_`. */
const PREFIXES: ReadonlySet<string> = new Set(
  ALL.map(({ name }) => firstWord(name)).filter((word, index, all) => word.endsWith('_') && all.indexOf(word) !== index),
);

/**
 * @param env the environment, where an empty variable counts as not set
 * @param written names in `.env`
 * @returns a sentence for each misspelt variable, without its value
 */
export function findMisspelt(env: NodeJS.ProcessEnv, written: ReadonlySet<string>): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value || OURS.has(name) || GONE.has(name) || OF_OTHERS.has(name) || OF_SERVICES.test(name) || ADDRESS.test(value)) return [];
    const meant = nearest(name.toUpperCase(), written.has(name));
    if (meant !== null) return [`${name}: no such variable. Did you mean ${meant}?`];
    const whole = name.replace(/_FILE$/, '');
    if (whole !== name && OURS.has(whole)) return [`${name}: no such variable. Only secrets can come from a file; set ${whole}`];
    return PREFIXES.has(firstWord(name)) ? [`${name}: no such variable (docs/configuration.md)`] : [];
  });
}

function firstWord(name: string): string {
  return name.slice(0, name.indexOf('_') + 1);
}

/** The variable that was meant: the one that fewest letters differ from. */
function nearest(name: string, isWritten: boolean): string | null {
  const mayDifferBy = (ours: string) => (Math.min(name.length, ours.length) >= MIN_LENGTH ? MAX_DISTANCE : isWritten ? 1 : -1);
  for (let edits = 0; edits <= MAX_DISTANCE; edits++) {
    const found = [...OURS].find((ours) => edits <= mayDifferBy(ours) && differsBy(name, ours, edits));
    if (found !== undefined) return found;
  }
  return null;
}
