import { serveCalls } from '#components/client/worker-calls';
import { parseMarkdown } from './markdown-parse';
import type { MarkdownTree } from './markdown-tree';

serveCalls((text: string): MarkdownTree | null => {
  try {
    return parseMarkdown(text);
  } catch {
    // The text exceeds a limit, or the parser fails.
    return null;
  }
});
