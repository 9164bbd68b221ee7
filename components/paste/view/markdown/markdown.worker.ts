/** Parses Markdown in a thread of its own, which the page ends when it takes too long. */
import { TooComplexError } from './markdown.inventory';
import type { MarkdownReply } from './markdown.messages';
import { parseMarkdown } from './markdown.parse';

const send = (reply: MarkdownReply) => self.postMessage(reply);

self.onmessage = ({ data }: MessageEvent<string>) => {
  try {
    send({ kind: 'parsed', tree: parseMarkdown(data) });
  } catch (error) {
    send({ kind: error instanceof TooComplexError ? 'too-complex' : 'failed' });
  }
};
self.postMessage('ready');
