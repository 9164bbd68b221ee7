/** What the Markdown worker replies to a text. */
import type { MarkdownTree } from './markdown.tree';

export type MarkdownReply = { kind: 'parsed'; tree: MarkdownTree } | { kind: 'too-complex' } | { kind: 'failed' };
