'use client';

import Download from 'lucide-react/icons/download';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { viewFilesMessages as messages } from '#components/messages/view-files';
import { Button } from '#components/ui/button';
import { IconButton } from '#components/ui/icon-button';
import { listen } from '#components/ui/listen';
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

/** A percentage of the picture's own size, or as large as fits. */
type Zoom = number | typeof FIT;
const FIT = 'fit';

const STEPS = [10, 25, 50, 75, 100, 150, 200, 300, 400, 800];
/** A step must change what one sees. */
const NOTICED = 1.05;

/** @param now the percentage that is shown */
export const larger = (now: number): Zoom => STEPS.find((step) => step > now * NOTICED) ?? now;
export const smaller = (now: number): Zoom => STEPS.findLast((step) => step < now / NOTICED) ?? now;

/** Shows a picture that fits into the window; buttons, keys and a click make it larger. */
function Picture({ file, onError }: { file: ViewedFile; onError: () => void }) {
  const url = useBlobUrl(file.content);
  const [zoom, setZoom] = useState<Zoom>(FIT);
  const [width, setWidth] = useState(0);
  /** The percentage at which the picture fits the window, as it was measured last. */
  const [fitted, setFitted] = useState(100);
  const shown = zoom === FIT ? fitted : zoom;
  const view = useRef<HTMLElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  /** The point of the picture, from 0 to 1, that stays in the middle of the view. */
  const point = useRef<{ x: number; y: number } | null>(null);

  const change = (next: Zoom, at = { x: 0.5, y: 0.5 }) => {
    point.current = at;
    setZoom(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture has its new size when the zoom has changed
  useLayoutEffect(() => {
    const [box, at] = [view.current, point.current];
    point.current = null;
    if (!box || !at) return;
    box.scrollLeft = at.x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = at.y * box.scrollHeight - box.clientHeight / 2;
  }, [zoom]);

  useEffect(() => {
    if (zoom !== FIT || width === 0) return;
    const measure = () => setFitted((100 * (picture.current?.clientWidth ?? width)) / width);
    measure();
    return listen(window, 'resize', measure);
  }, [zoom, width]);

  function press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === '+' || event.key === '=') change(larger(shown));
    else if (event.key === '-') change(smaller(shown));
    else if (event.key === '0') change(FIT);
    else return;
    event.preventDefault();
  }

  /** Shows the pressed point in its actual size, or the whole picture again. */
  function toggle({ clientX, clientY }: MouseEvent): void {
    const box = picture.current?.getBoundingClientRect();
    if (!box) return;
    change(zoom === FIT ? 100 : FIT, { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height });
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div className={styles.bar} role="group" aria-label={messages.zoom}>
        <IconButton label={messages.zoomOut} icon={ZoomOut} onClick={() => change(smaller(shown))} />
        <span className={styles.percent} role="status">
          {messages.percent(Math.round(shown))}
        </span>
        <IconButton label={messages.zoomIn} icon={ZoomIn} onClick={() => change(larger(shown))} />
        <button type="button" className={styles.size} aria-pressed={zoom === FIT} onClick={() => change(FIT)}>
          {messages.fit}
        </button>
        <button type="button" className={styles.size} aria-pressed={zoom === 100} onClick={() => change(100)}>
          {messages.actualSize}
        </button>
      </div>
      <section
        ref={view}
        className={styles.view}
        aria-label={messages.pictureOf(file.name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={press}
      >
        {url === null ? null : (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons and keys do the same
          // biome-ignore lint/performance/noImgElement: a blob, which no server can make smaller
          <img
            ref={picture}
            src={url}
            alt={messages.pictureOf(file.name)}
            decoding="async"
            className={zoom === FIT ? styles.fitted : styles.zoomed}
            style={zoom === FIT ? undefined : { width: (width * zoom) / 100 }}
            onLoad={({ currentTarget }) => setWidth(currentTarget.naturalWidth)}
            onError={onError}
            onClick={toggle}
          />
        )}
      </section>
    </>
  );
}
