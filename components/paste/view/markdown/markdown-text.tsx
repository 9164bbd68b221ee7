import { createElement, memo, type ReactNode } from 'react';
import { usePictureUrl } from '../text/pictures';
import contentsStyles from './contents.module.css';
import styles from './markdown.module.css';
import alertStyles from './markdown-alert.module.css';
import noteStyles from './markdown-notes.module.css';
import tableStyles from './markdown-table.module.css';
import type { Look, MarkdownNode, Picture } from './markdown-tree';

const CLASSES: Record<Look, string | undefined> = {
  code: styles.code,
  html: styles.html,
  inlineHtml: styles.inlineHtml,
  task: styles.task,
  table: tableStyles.table,
  jump: noteStyles.jump,
  notes: noteStyles.notes,
  back: `not-printed ${noteStyles.back}`,
  alert: alertStyles.alert,
  alertTitle: alertStyles.title,
  contents: `not-printed ${contentsStyles.contents}`,
};

/** Renders the elements of a text. Memoised, because there may be twenty thousand. */
export const MarkdownText = memo(function MarkdownText({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return nodes.map(renderNode);
});

/** @param index the key: the parts of a text never move */
function renderNode(node: MarkdownNode, index: number): ReactNode {
  if (typeof node === 'string') return node;
  if ('picture' in node) return <OwnPicture key={index} {...node} />;
  const { look, ...attributes } = node.attributes;
  const props = { ...attributes, key: index, className: look && CLASSES[look] };
  // An element like `br` may have no children, not even none.
  return node.children.length === 0 ? createElement(node.tag, props) : createElement(node.tag, props, node.children.map(renderNode));
}

function OwnPicture({ picture, alt }: Picture) {
  const url = usePictureUrl(picture);
  // biome-ignore lint/performance/noImgElement: it is in memory already
  return url === null ? alt : <img src={url} alt={alt} className={styles.picture} />;
}
