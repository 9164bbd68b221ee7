/** Checks what a page that is a file takes from its host: the data, and the web manifest of an installed page (docs/verify.md). */

import { isDeepStrictEqual } from 'node:util';
import { OBEYED_MEMBERS } from '../lib/api/page-data.rules';
import { orNull } from '../lib/encoding/or-null.rules';
import { colourProperties, type SiteColours } from '../lib/site/site-colours.rules';
import { HOST_MEMBERS, webManifest } from '../lib/site/web-manifest.rules';

type Members = Record<string, unknown>;

/** @returns differences in words: members of the data that no page of this version knows, and colours that are none */
export function dataDifferences(text: string): string[] {
  const data = parseMembers(text);
  if (!data) return ['no data of a page'];
  const { colours = null } = Object(data.site) as { colours?: SiteColours | null };
  return [
    ...unknownIn(data, OBEYED_MEMBERS).map((name) => `unknown data ${name}`),
    ...(colours !== null && colourProperties(colours).length === 0 ? ['colours that are none'] : []),
  ];
}

/** @returns the names of members that are not among the known ones, such as `site.style` */
const unknownIn = (given: Members, known: Members): string[] =>
  Object.entries(given).flatMap(([name, value]) => {
    if (!Object.hasOwn(known, name)) return [name];
    const parts = known[name];
    return typeof parts === 'object' ? unknownIn(Object(value) as Members, parts as Members).map((member) => `${name}.${member}`) : [];
  });

/** @param basePath the service's, '' or '/paste' @returns the members that differ, but for the host's own */
export function webManifestDifferences(text: string, basePath: string): string[] {
  const given = parseMembers(text);
  if (!given) return ['no web manifest'];
  const right: Members = webManifest((path) => basePath + path);
  const names = new Set([...Object.keys(right), ...Object.keys(given)]);
  return [...names]
    .filter((name) => !HOST_MEMBERS.includes(name) && !isDeepStrictEqual(given[name], right[name]))
    .map((name) => `another ${name}`);
}

/** @returns null for anything else than an object */
function parseMembers(text: string): Members | null {
  const value = orNull((): unknown => JSON.parse(text));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null;
}
