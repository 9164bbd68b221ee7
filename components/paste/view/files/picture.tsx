'use client';

import { Download } from 'lucide-react';
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { viewFilesMessages as messages } from '#components/messages/view-files';
import { Button } from '#components/ui/button';
import { Choice } from '#components/ui/choice';
import type { ViewedFile } from '../model/view-files';
import { useBlobUrl } from '../text/pictures';
import fileStyles from './files.module.css';
import styles from './picture.module.css';

/** Shows a picture, or why the file can't be shown, in place of a text. */
export function FileBody({ file, onSave }: { file: ViewedFile; onSave: () => void }) {
  const [isBroken, setBroken] = useState(false);
  if (file.kind === 'picture' && !isBroken) return <Picture file={file} onError={() => setBroken(true)} />;
  return (
    <div className={fileStyles.notShown}>
      <p>{isBroken ? messages.brokenPicture : messages.notShown(file.name)}</p>
      {isBroken ? null : <p className={fileStyles.hint}>{messages.notShownHint}</p>}
      <Button variant="primary" onClick={onSave} icon={Download}>
        {messages.download}
      </Button>
    </div>
  );
}

/** Shows a picture that fits into the window, and in its own size when it is pressed. */
function Picture({ file, onError }: { file: ViewedFile; onError: () => void }) {
  const url = useBlobUrl(file.content);
  const [size, setSize] = useState<'fit' | 'own'>('fit');
  const view = useRef<HTMLElement>(null);
  /** The point of the picture, from 0 to 1, that comes into the middle of the view. */
  const point = useRef({ x: 0.5, y: 0.5 });

  useLayoutEffect(() => {
    const box = view.current;
    if (!box || size === 'fit') return;
    box.scrollLeft = point.current.x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = point.current.y * box.scrollHeight - box.clientHeight / 2;
  }, [size]);

  function choose(chosen: typeof size, at = { x: 0.5, y: 0.5 }): void {
    point.current = at;
    setSize(chosen);
  }

  /** Shows the pressed point in its own size, or the whole picture again. */
  function toggle({ clientX, clientY, currentTarget }: MouseEvent): void {
    const box = currentTarget.getBoundingClientRect();
    choose(size === 'fit' ? 'own' : 'fit', { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height });
  }

  return (
    <>
      <div className={styles.bar}>
        <Choice label={messages.zoom} options={{ fit: messages.fit, own: messages.actualSize }} chosen={size} onChoose={choose} />
      </div>
      <section
        ref={view}
        className={styles.view}
        aria-label={messages.pictureOf(file.name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {url === null ? null : (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons do the same
          // biome-ignore lint/performance/noImgElement: a blob, which no server can make smaller
          <img
            src={url}
            alt={messages.pictureOf(file.name)}
            decoding="async"
            className={size === 'fit' ? styles.fitted : styles.own}
            onError={onError}
            onClick={toggle}
          />
        )}
      </section>
    </>
  );
}
