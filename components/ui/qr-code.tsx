import { useEffect, useRef, useState } from 'react';
import { NotLoaded } from './lazy-part';
import styles from './qr-code.module.css';
import { readSiteName } from './site-name';

/** Width in modules of the light margin that the standard asks for. */
const QUIET_ZONE = 4;

/** Width of a module in the canvas's pixels: enough for print. */
const MODULE_PIXELS = 8;

/**
 * Draws a QR code here, so that no other service learns the link, over the site's name, which tells where the code leads. A
 * canvas has the link in no attribute, unlike the path of an SVG.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [siteName, setSiteName] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    import('uqr').then(
      ({ encode }) => {
        if (!isCurrent || !canvas.current) return;
        drawModules(canvas.current, encode(text, { ecc: 'M', border: QUIET_ZONE }).data);
        setSiteName(readSiteName());
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);

  if (hasFailed) return <NotLoaded />;
  return (
    <figure className={styles.figure}>
      <div className={styles.paper}>
        <canvas ref={canvas} role="img" aria-label={label} />
      </div>
      <figcaption>{siteName}</figcaption>
    </figure>
  );
}

function drawModules(canvas: HTMLCanvasElement, rows: readonly (readonly boolean[])[]): void {
  canvas.width = canvas.height = rows.length * MODULE_PIXELS;
  const context = canvas.getContext('2d');
  if (!context) return;
  // Dark on white in every theme: many scanners read nothing else.
  context.fillStyle = '#101418';
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(x * MODULE_PIXELS, y * MODULE_PIXELS, MODULE_PIXELS, MODULE_PIXELS);
}
