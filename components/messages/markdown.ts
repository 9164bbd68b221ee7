/** The words of a rendered Markdown text. The browser loads them with the renderer. */
export const markdownMessages = {
  label: 'Rendered text of the paste',
  choice: 'Show the Markdown',
  ways: { rendered: 'Rendered', source: 'Source' },
  contents: 'Contents',
  footnotes: 'Footnotes',
  footnote: (number: number) => `Footnote ${number}`,
  backTo: (number: number, mention: number) =>
    mention === 1 ? `Back to the mention of footnote ${number}` : `Back to mention ${mention} of footnote ${number}`,
  task: { done: 'Done', open: 'Not done' },
  table: 'Table',
  alerts: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
  /** A picture elsewhere is not fetched: its host would learn who reads. */
  picture: (host: string) => `picture on ${host}`,
  pictureHint: 'This page loads no pictures from other hosts. The link opens the picture in a new tab.',
  problems: {
    'too-large': 'This is the source: the Markdown is over 256 KiB, the limit for rendering.',
    'too-complex': 'This is the source: the Markdown is too complex to render.',
    'too-slow': 'This is the source: rendering the Markdown took too long.',
    'not-loaded': 'This is the source: the Markdown renderer did not load.',
  },
  /** The button after `too-slow`, which parses with more time. */
  tryAgain: 'Try again',
} as const;
