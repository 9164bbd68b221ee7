/**
 * Finds variables of the environment that look like ours and are not: a misspelt one has no effect, so that a limit or a lock
 * that an operator believes in isn't there.
 *
 * Not found: a name that is far from ours and has none of our prefixes; in compose, whatever is not in `.env`.
 */
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

function nearest(name: string, isWritten: boolean): string | null {
  let found: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const ours of OURS) {
    const isShort = Math.min(name.length, ours.length) < MIN_LENGTH;
    if (isShort && !isWritten) continue;
    const distance = distanceOf(name, ours);
    if (distance > (isShort ? 1 : MAX_DISTANCE) || distance >= least) continue;
    found = ours;
    least = distance;
  }
  return found;
}

/** Letters to add, drop, replace or swap with their neighbour to make one text the other. */
function distanceOf(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_DISTANCE) return Number.POSITIVE_INFINITY;
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const [before = [], twoBefore = []] = [rows[i - 1], rows[i - 2]];
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const costs = [(before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + (isSame ? 0 : 1)];
      row.push(Math.min(...costs, ...(isSwapped ? [(twoBefore[j - 2] ?? 0) + 1] : [])));
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
