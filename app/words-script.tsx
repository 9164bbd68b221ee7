import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headers } from 'next/headers';
import { services } from '#lib/composition/services';
import { pagePath } from '#lib/http/page-status';
import { pageLanguage } from '#lib/locales/page-language.rules';

interface Script {
  address: string;
  integrity: string;
}

type Scripts = Readonly<Record<string, Readonly<Record<'view' | 'others', Script>>>>;

let scripts: Promise<Scripts> | undefined;

/** Reads what scripts/build-pages.ts has written. */
async function loadScripts(): Promise<Scripts> {
  const rootDir = await services().then(
    ({ config }) => config.rootDir,
    () => process.cwd(),
  );
  return JSON.parse(await readFile(join(rootDir, 'dist/pages/rendered-words.json'), 'utf8')) as Scripts;
}

/** The nonce of the page's policy (server/page-headers.ts); plain Next has none. */
export const loadNonce = async () => /'nonce-([^']+)'/.exec((await headers()).get('content-security-policy') ?? '')?.[1];

/**
 * The script with the sentences of a page that Next renders, in its language. It stands first in the head and isn't async: the page's
 * program comes after it. In development the program has English sentences.
 */
export async function WordsScript() {
  if (process.env.NODE_ENV !== 'production') return null;
  const { address, integrity } = ((await (scripts ??= loadScripts()))[pageLanguage()] as Scripts[string])[
    pagePath()?.startsWith('/view/') ? 'view' : 'others'
  ];
  return <script src={address} integrity={integrity} nonce={await loadNonce()} suppressHydrationWarning />;
}
