'use client';

import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { linkMessages } from '#components/messages/link';
import { viewCoveredMessages as messages } from '#components/messages/view-covered';
import { Button } from '#components/ui/button';
import { copyText } from '#components/ui/copy-text';
import { useFeedback } from '#components/ui/use-feedback';
import { SECRET_MAX_BYTES } from '../model/view-limits';
import { splitLines } from '../model/view-text';
import { useExactCopy } from '../text/exact-copy';
import styles from './secret-text.module.css';

interface SecretTextProps {
  text: string;
  /** The part that can be shown; absent: all of it. */
  shownPart?: string;
  /** The fields that the text is made of; absent: its lines may have names. */
  fields?: readonly SecretLine[];
  label: string;
  region?: RefObject<HTMLElement | null>;
  /** Called when all of the text was copied. */
  onCopied: () => void;
  onDownload: () => void;
}

/** Shows a secret covered, to be copied without being seen: as a whole, and each value of its lines of the form `Name: value`. */
export function SecretText({ text, shownPart = text, fields, label, region, onCopied, onDownload }: SecretTextProps) {
  const lines = useMemo(() => fields ?? splitLines(shownPart).map(partsOf), [fields, shownPart]);
  const isLong = !fields && text.length > SECRET_MAX_BYTES;
  const isNamed = !isLong && lines.some(({ name }) => name !== null);
  const [isShown, setShown] = useState(isLong);
  const [copied, setCopied] = useFeedback<number | 'all' | 'failed'>();
  const own = useRef<HTMLElement>(null);
  const place = region ?? own;
  useExactCopy(place, isShown && !isNamed ? shownPart : '', false);

  async function copy(which: number | 'all', part: string): Promise<void> {
    const isCopied = await copyText(part, null);
    setCopied(isCopied ? which : 'failed');
    if (isCopied && which === 'all') onCopied();
  }

  const iconOf = (which: number | 'all') => (copied === which ? Check : Copy);

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={place} tabIndex={0} className={styles.secret} aria-label={label} translate="no">
        {isNamed ? (
          <ul className={styles.lines}>
            {lines.map(({ name, value }, index) =>
              value === '' ? null : (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
                <li key={index}>
                  <span className={styles.name}>
                    <bdi>{name}</bdi>
                  </span>
                  {isShown ? <span className={styles.value}>{value}</span> : <Covered />}
                  {name === null ? null : (
                    <Button
                      icon={iconOf(index)}
                      aria-label={copied === index ? undefined : messages.copyValue(name)}
                      onClick={() => void copy(index, value)}
                    >
                      {copied === index ? linkMessages.copied : linkMessages.copy}
                    </Button>
                  )}
                </li>
              ),
            )}
          </ul>
        ) : isShown ? (
          <pre dir="auto" className={styles.value}>
            {shownPart}
          </pre>
        ) : (
          <p>
            <Covered />
          </p>
        )}
      </section>
      <div className={`not-printed row ${styles.taking}`}>
        <Button icon={iconOf('all')} variant="primary" onClick={() => void copy('all', text)}>
          {copied === 'all' ? linkMessages.copied : isNamed ? messages.copyAll : messages.copyText}
        </Button>
        <Button onClick={() => setShown(!isShown)} icon={isShown ? EyeOff : Eye}>
          {isShown ? messages.hide : messages.show}
        </Button>
        <Button onClick={onDownload} icon={Download}>
          {messages.download}
        </Button>
      </div>
      <p role="status" className={copied === 'failed' ? styles.failed : 'visually-hidden'}>
        {copied === null ? '' : copied === 'failed' ? messages.copyFailed : linkMessages.copied}
      </p>
    </>
  );
}

/** Stands for a secret of any length. */
function Covered() {
  return (
    <>
      <span aria-hidden className={styles.covered}>
        ••••••••••
      </span>
      <span className="visually-hidden">{messages.covered}</span>
    </>
  );
}

interface SecretLine {
  /** The name of a line of the form `Name: value`; null: it has another form. */
  name: string | null;
  value: string;
}

function partsOf(line: string): SecretLine {
  const [, name = null, value = line.trim()] = /^\s*([^\s:][^:]{0,39}):[ \t]+(\S.*?)\r?$/.exec(line) ?? [];
  return { name, value };
}
