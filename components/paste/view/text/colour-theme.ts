import type { ThemeRegistrationRaw } from 'shiki/core';
import { TOKEN_KINDS, type TokenKind } from './colour-kinds';

/** TextMate scopes of each kind; the more specific scope wins. */
const SCOPES: Partial<Record<TokenKind, string[]>> = {
  plain: [
    'storage.modifier.package',
    'storage.modifier.import',
    'storage.type.java',
    'variable',
    'string source',
    'variable.parameter.function',
    'log.info',
    'log.exception',
  ],
  comment: ['comment', 'punctuation.definition.comment', 'string.comment', 'log.debug'],
  constant: [
    'constant',
    'entity.name.constant',
    'variable.other.constant',
    'variable.other.enummember',
    'variable.language',
    'support.constant',
    'support.variable',
    'support.type.property-name',
    'meta.property-name',
    'string variable',
  ],
  function: ['entity.name.function', 'support.function', 'meta.diff.range'],
  type: ['entity.name', 'entity.name.type', 'entity.other.inherited-class', 'support.type', 'support.class'],
  tag: ['entity.name.tag', 'punctuation.definition.list.begin.markdown'],
  attribute: ['entity.other.attribute-name'],
  keyword: ['keyword', 'storage', 'storage.type'],
  string: ['string', 'punctuation.definition.string', 'string.regexp', 'constant.other.symbol'],
  inserted: ['markup.inserted', 'meta.diff.header.to-file', 'punctuation.definition.inserted'],
  deleted: ['markup.deleted', 'meta.diff.header.from-file', 'punctuation.definition.deleted'],
  // A grammar for logs calls errors regular expressions and warnings deleted lines.
  error: ['log.error', 'log.exceptiontype'],
  warning: ['log.warning'],
  heading: ['markup.heading', 'markup.heading entity.name', 'meta.diff.header'],
  link: ['markup.underline.link', 'string.other.link', 'constant.other.reference.link'],
};

const colourOf = (kind: TokenKind) => `#${TOKEN_KINDS.indexOf(kind).toString(16).padStart(6, '0')}`;

/** A theme whose colours are the numbers of the kinds: the page's style sheet has the real ones, for both themes. */
export const kindsTheme: ThemeRegistrationRaw = {
  name: 'kinds',
  type: 'light',
  fg: colourOf('plain'),
  bg: '#ffffff',
  settings: (Object.entries(SCOPES) as [TokenKind, string[]][]).map(([kind, scope]) => ({
    scope,
    settings: { foreground: colourOf(kind) },
  })),
};

export function kindOfColour(colour: string | undefined): number {
  return colour === undefined ? 0 : Number.parseInt(colour.slice(1), 16);
}
