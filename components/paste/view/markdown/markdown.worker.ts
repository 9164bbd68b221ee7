/** Parses Markdown in a thread of its own, which the page ends when it takes too long. */
import { parseMarkdown } from './markdown.parse';
import type { MarkdownTree } from './markdown.tree';

const send = (tree: MarkdownTree | null) => self.postMessage(tree);

self.onmessage = ({ data }: MessageEvent<string>) => {
  try {
    send(parseMarkdown(data));
  } catch {
    // Too complex, or more than the parser can take.
    send(null);
  }
};
self.postMessage('ready');
