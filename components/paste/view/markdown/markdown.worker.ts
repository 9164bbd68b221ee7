/** The worker that parses Markdown. The page ends it when it takes too long. */
import { parseMarkdown } from './markdown-parse';
import type { MarkdownTree } from './markdown-tree';

const send = (tree: MarkdownTree | null) => self.postMessage(tree);

self.onmessage = ({ data }: MessageEvent<string>) => {
  try {
    send(parseMarkdown(data));
  } catch {
    // The text exceeds a limit, or the parser fails.
    send(null);
  }
};
self.postMessage('ready');
