import { File, FileText, Image } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DraftFile } from '../model/editor-draft';
import styles from './files.module.css';

/** Pixels of a thumbnail's side: sharp on screens with two of them for each of the page's. */
const THUMBNAIL_PIXELS = 64;

/** Shows a picture as a thumbnail, and every other file, or a picture that can't be decoded, as an icon. */
export function FileIcon({ file: { content, isText } }: { file: DraftFile }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isShown, setShown] = useState(false);
  const isPicture = !isText && content.type.startsWith('image/');

  useEffect(() => {
    setShown(false);
    if (!isPicture) return;
    let isGone = false;
    // A canvas, because the page's policy allows no picture with an address of its own.
    void draw(content, canvas.current, () => isGone).then((isDrawn) => isGone || setShown(isDrawn));
    return () => {
      isGone = true;
    };
  }, [content, isPicture]);

  const Icon = isText ? FileText : isPicture ? Image : File;
  return (
    <>
      {isShown ? null : <Icon aria-hidden size={16} />}
      {isPicture ? (
        <canvas
          ref={canvas}
          className={styles.thumbnail}
          width={THUMBNAIL_PIXELS}
          height={THUMBNAIL_PIXELS}
          hidden={!isShown}
          aria-hidden
        />
      ) : null}
    </>
  );
}

/** @returns whether the browser could decode the picture */
async function draw(content: Blob, canvas: HTMLCanvasElement | null, isGone: () => boolean): Promise<boolean> {
  try {
    const picture = await createImageBitmap(content);
    const scale = THUMBNAIL_PIXELS / Math.min(picture.width, picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    if (!isGone())
      canvas?.getContext('2d')?.drawImage(picture, (THUMBNAIL_PIXELS - width) / 2, (THUMBNAIL_PIXELS - height) / 2, width, height);
    picture.close();
    return true;
  } catch {
    return false;
  }
}
