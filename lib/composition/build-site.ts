import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Config, offeredLanguages } from '../config/config';
import { sha256 } from '../encoding/sha256';
import { OperatorError } from '../errors/operator-error';
import type { OfferedLanguages } from '../locales/offered-languages';
import { addressOf } from '../site/address.rules';
import type { Site, SiteAsset } from '../site/site';
import { accentColours } from '../site/site-colour';
import type { SiteLink, SiteLinkKind } from '../site/site-link.rules';

const MAX_LOGO_BYTES = 100 * 1024;
const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';

/** Builds the site's name, logo, colour and links from the configuration. @throws OperatorError when the logo can't be used */
export async function buildSite(config: Config): Promise<Site> {
  const { SITE_NAME, SITE_LOGO, SITE_COLOR, SITE_NOTICE, ABUSE_CONTACT, rootDir } = config;
  return {
    name: SITE_NAME,
    notice: SITE_NOTICE === undefined ? null : { id: shortHash(Buffer.from(SITE_NOTICE)), text: SITE_NOTICE },
    links: siteLinks(config),
    languages: languagesOf(config),
    abuseContact: ABUSE_CONTACT ?? null,
    logo: SITE_LOGO === undefined ? null : await readLogo(resolve(rootDir, SITE_LOGO)),
    colours:
      SITE_COLOR === undefined ? null : { light: accentColours('light', SITE_COLOR.light), dark: accentColours('dark', SITE_COLOR.dark) },
  };
}

function siteLinks({ LINK_IMPRINT, LINK_PRIVACY, LINK_TERMS, LINKS, ABUSE_CONTACT }: Config): SiteLink[] {
  const linkOf = (kind: SiteLinkKind, href: string | undefined): SiteLink[] => (href === undefined ? [] : [{ kind, href }]);
  return [
    ...linkOf('imprint', LINK_IMPRINT),
    ...linkOf('privacy', LINK_PRIVACY),
    ...linkOf('terms', LINK_TERMS),
    ...(LINKS ?? []),
    ...linkOf('abuse', ABUSE_CONTACT),
  ];
}

/** In development pages are English: only a build gives their chunks other sentences. */
const languagesOf = (config: Config): OfferedLanguages =>
  config.NODE_ENV === 'development' ? { languages: ['en'], fallback: 'en' } : offeredLanguages(config);

async function readLogo(file: string): Promise<SiteAsset> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`SITE_LOGO: can't be read (${error.code})`);
  });
  if (bytes.length > MAX_LOGO_BYTES) throw new OperatorError('SITE_LOGO: expected a file of at most 100 KiB');
  if (bytes.toString('latin1').startsWith(PNG_SIGNATURE)) return asset('/site-logo', 'image/png', bytes);
  const text = bytes.toString('utf8');
  if (/^\ufeff?\s*<(?:svg|\?xml|!--|!doctype)/i.test(text) && /<svg[\s>]/i.test(text)) return asset('/site-logo', 'image/svg+xml', bytes);
  throw new OperatorError('SITE_LOGO: expected an SVG or PNG file');
}

/** Browsers keep the file for ever, since another content has another address. */
function asset(path: `/${string}`, contentType: string, body: Uint8Array): SiteAsset {
  return { path: addressOf(`${path}?v=${shortHash(body)}`), contentType, body };
}

const shortHash = (bytes: Uint8Array): string => sha256(bytes).toString('hex').slice(0, 12);
