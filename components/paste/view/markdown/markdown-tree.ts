/** A Markdown text as the elements that the page makes of it. Plain data that the worker can send; no node holds HTML to be parsed. */
import type { AllHTMLAttributes } from 'react';

/** The elements that a text can become: no other ones. */
type Tag =
  | ('p' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'blockquote' | 'ul' | 'ol' | 'li' | 'pre' | 'hr' | 'section' | 'nav')
  | ('table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td')
  | ('strong' | 'em' | 'del' | 'code' | 'span' | 'small' | 'sup' | 'br' | 'a' | 'button' | 'input');

/** The style classes, by names that the worker can send. */
export type Look = 'code' | 'html' | 'inlineHtml' | 'task' | 'table' | 'jump' | 'notes' | 'back' | 'contents' | 'alert' | 'alertTitle';

/**
 * The attributes of elements. Only `href` and `title` (checked addresses), `start` (a number) and `data-language` (a word)
 * have values of the author.
 */
type Attributes = Pick<
  AllHTMLAttributes<HTMLElement>,
  'id' | 'href' | 'target' | 'rel' | 'dir' | 'start' | 'tabIndex' | 'type' | 'translate' | 'checked' | 'disabled' | 'readOnly'
> & {
  look?: Look;
  title?: string | Said;
  'aria-label'?: Said;
  'aria-level'?: number | undefined;
  'data-language'?: string | undefined;
  'data-align'?: string | undefined;
  'data-level'?: number;
  'data-alert'?: string;
  /** The id of the element that a button leads to. */
  'data-target'?: string;
};

/** Names a sentence: the page says it in its language, because the worker has no sentences. */
export type Said =
  | { says: 'contents' | 'done' | 'footnotes' | 'open' | 'pictureHint' | 'table' }
  | { says: 'alert'; kind: 'note' | 'tip' | 'important' | 'warning' | 'caution' }
  | { says: 'picture'; host: string }
  | { says: 'footnote'; number: number }
  | { says: 'backTo'; number: number; mention: number };

export interface MarkdownElement {
  tag: Tag;
  attributes: Attributes;
  children: readonly MarkdownNode[];
}

export interface Picture {
  /** The name that a file of this paste may have: cleaned, at most 200 bytes. */
  picture: string;
  /** Shown in place of a picture that the paste doesn't have. */
  alt: string;
}

export type MarkdownNode = string | MarkdownElement | Picture | Said;

export interface MarkdownTree {
  /** The blocks of the text, then its footnotes. */
  article: readonly MarkdownNode[];
  contents: readonly MarkdownNode[];
}

export function element(tag: Tag, attributes: Attributes, children: readonly MarkdownNode[] = []): MarkdownElement {
  return { tag, attributes, children };
}

export interface PageSize {
  /** Elements, and texts between them. */
  nodes: number;
  /** UTF-16 units of texts, and of attributes with values of the author. */
  characters: number;
}

/** More than any of the sentences has in any language, without a host's name. */
const SAID_CHARACTERS = 200;

const charactersOf = (text: string | Said): number =>
  typeof text === 'string' ? text.length : SAID_CHARACTERS + ('host' in text ? text.host.length : 0);

/** Counts what the page makes of nodes; `markdown.size.test.tsx` compares both. */
export function sizeOf(nodes: readonly MarkdownNode[], size: PageSize = { nodes: 0, characters: 0 }): PageSize {
  for (const node of nodes) {
    if (typeof node === 'string') {
      size.nodes += node === '' ? 0 : 1;
      size.characters += node.length;
    } else if ('says' in node) {
      size.nodes++;
      size.characters += charactersOf(node);
    } else if ('picture' in node) {
      size.characters += node.picture.length;
      sizeOf([node.alt], size);
    } else {
      size.nodes++;
      size.characters += (node.attributes.href?.length ?? 0) + charactersOf(node.attributes.title ?? '');
      sizeOf(node.children, size);
    }
  }
  return size;
}
