import { createHighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { expect, it } from 'vitest';
import { TOKEN_KINDS, type TokenKind } from './colour-kinds';
import { kindOfColour, kindsTheme } from './colour-theme';

const LINES: [line: string, word: string, kind: TokenKind][] = [
  ['ERROR disk full', 'ERROR', 'error'],
  ['FATAL no memory', 'FATAL', 'error'],
  ['java.lang.NullPointerException: x', 'java.lang.NullPointerException', 'error'],
  ['WARN disk nearly full', 'WARN', 'warning'],
  ['INFO started', 'INFO', 'plain'],
  ['DEBUG cache hit', 'DEBUG', 'comment'],
  ['\tat org.example.Main.run(Main.java:5)', 'at org.example', 'plain'],
];

it('in a log errors are red, warnings amber, and traces are text', async () => {
  const core = await createHighlighterCore({
    engine: createOnigurumaEngine(import('shiki/wasm')),
    themes: [kindsTheme],
    langs: [import('shiki/langs/log.mjs')],
  });
  const lines = core.codeToTokensBase(LINES.map(([line]) => line).join('\n'), { lang: 'log', theme: 'kinds' });
  const found = lines.map((tokens, index) => {
    const word = LINES[index]?.[1] ?? '';
    const token = tokens.find(({ content }) => content.includes(word));
    return [word, TOKEN_KINDS[kindOfColour(token?.color)]];
  });
  expect(found).toEqual(LINES.map(([, word, kind]) => [word, kind]));
});
