import { useEffect, useState } from 'react';
import styles from './qr-code.module.css';
import { readSiteName } from './site-name';

/** Width in modules of the light margin that the standard asks for. */
const QUIET_ZONE = 4;

/** Renders a QR code here, so that no other service learns the link, over the site's name, which tells where the code leads. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<{ path: string; size: number; siteName: string } | null>(null);

  useEffect(() => {
    let isCurrent = true;
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
      if (isCurrent) setCode({ path: toPath(data), size, siteName: readSiteName() });
    });
    return () => {
      isCurrent = false;
    };
  }, [text]);

  return (
    <figure className={styles.figure}>
      <div className={styles.paper}>
        {code ? (
          <svg role="img" aria-label={label} viewBox={`0 0 ${code.size} ${code.size}`} shapeRendering="crispEdges">
            <path d={code.path} />
          </svg>
        ) : null}
      </div>
      <figcaption>{code?.siteName}</figcaption>
    </figure>
  );
}

/** Makes an SVG path with one rectangle for each run of dark modules in a row. */
function toPath(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      const start = x;
      while (row[x]) x += 1;
      if (x > start) path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
    }
  }
  return path;
}
