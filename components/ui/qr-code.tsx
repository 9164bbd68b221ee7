import { useEffect, useRef } from 'react';
import { lazyPart } from './lazy-part';
import styles from './qr-code.module.css';
import { readSiteName } from './site-name';

/** Width in modules of the light margin that the standard asks for. */
const QUIET_ZONE = 4;

/** Width of a module in the canvas's pixels: enough for print. */
const MODULE_PIXELS = 8;

interface QrCodeProps {
  text: string;
  label: string;
}

/**
 * Draws a QR code here, so that no other service learns the link, over the site's name, which tells where the code leads. A
 * canvas has the link in no attribute, unlike the path of an SVG.
 */
export const QrCode = lazyPart(async () => {
  const { encode } = await import('uqr');
  return (props: QrCodeProps) => <Drawn {...props} encode={encode} />;
});

function Drawn({ text, label, encode }: QrCodeProps & Pick<typeof import('uqr'), 'encode'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawModules(canvas.current, encode(text, { ecc: 'M', border: QUIET_ZONE }).data);
  }, [text, encode]);
  return (
    <figure className={styles.figure}>
      <div className={styles.paper}>
        <canvas ref={canvas} role="img" aria-label={label} />
      </div>
      <figcaption>{readSiteName()}</figcaption>
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
