/**
 * The worker that colours code with TextMate grammars: loads Oniguruma as WebAssembly and only the needed grammars. The
 * page ends the worker when it takes too long.
 */
import { createHighlighterCore, type GrammarState, type HighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { bundledLanguages } from 'shiki/langs';
import { serveCalls } from '#components/client/worker-calls';
import { type ColourReply, type ColourRequest, MAX_LINE_CHARACTERS, NUMBERS_PER_TOKEN, type Tokens } from './colour-kinds';
import { kindOfColour, kindsTheme } from './colour-theme';

const THEME = 'kinds';
/** Limit for one line; the rest of the line gets the colour where it was cut. The page's timer limits the whole block. */
const LINE_TIME_LIMIT_MS = 1_000;
/** Limit for a line of the first block, where compiling the grammar takes up to 300 ms on a computer, and seconds on a phone. */
const FIRST_LINES_TIME_LIMIT_MS = 10_000;

/** The grammar's state at the end of each block. */
const states = new Map<number, GrammarState>();
/** Languages in which a block has been coloured. */
const begun = new Set<string>();
/** Several languages share it: a Markdown text may have code in each. */
let highlighter: Promise<HighlighterCore> | undefined;

/** @returns null for an unknown language */
async function load(language: string): Promise<HighlighterCore | null> {
  if (!Object.hasOwn(bundledLanguages, language)) return null;
  highlighter ??= createHighlighterCore({
    engine: createOnigurumaEngine(fetch(new URL('shiki/onig.wasm', import.meta.url))),
    themes: [kindsTheme],
    langs: [],
  });
  const core = await highlighter;
  if (!begun.has(language)) await core.loadLanguage(bundledLanguages[language as keyof typeof bundledLanguages]);
  return core;
}

function tokenize(core: HighlighterCore, language: string, text: string, state: GrammarState | undefined) {
  return core.codeToTokensBase(text, {
    lang: language,
    theme: THEME,
    tokenizeMaxLineLength: MAX_LINE_CHARACTERS,
    tokenizeTimeLimit: begun.has(language) ? LINE_TIME_LIMIT_MS : FIRST_LINES_TIME_LIMIT_MS,
    ...(state ? { grammarState: state } : {}),
  });
}

function colour(core: HighlighterCore, { language, block, text, warmUp }: ColourRequest): Tokens {
  let before = states.get(block - 1);
  if (!before && warmUp !== null) before = core.getLastGrammarState(tokenize(core, language, warmUp, undefined));
  const lines = tokenize(core, language, text, before);
  begun.add(language);
  const after = core.getLastGrammarState(lines);
  if (after) states.set(block, after);

  const numbers: number[] = [];
  for (const [line, tokens] of lines.entries()) {
    let column = 0;
    for (const { content, color } of tokens) {
      const end = column + content.length;
      const kind = kindOfColour(color);
      const last = numbers.length - NUMBERS_PER_TOKEN;
      // Joins neighbouring tokens of one kind.
      if (kind !== 0 && numbers[last] === line && numbers[last + 2] === column && numbers[last + 3] === kind) numbers[last + 2] = end;
      else if (kind !== 0 && content.trim() !== '') numbers.push(line, column, end, kind);
      column = end;
    }
  }
  return Uint32Array.from(numbers);
}

serveCalls(async (request: ColourRequest): Promise<ColourReply> => {
  const core = await load(request.language);
  return core && colour(core, request);
});
