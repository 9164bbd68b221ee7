'use client';

import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import X from 'lucide-react/icons/x';
import { useContext, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { startWorker } from '#components/client/start-worker';
import { type Answer, callOnce } from '#components/client/worker-calls';
import { compareMessages as messages } from '#components/messages/compare';
import { Choice } from '#components/ui/choice';
import { IconButton } from '#components/ui/icon-button';
import { KeyLink } from '#components/ui/key-link';
import { listen } from '#components/ui/listen';
import { useLoaded } from '#components/ui/use-loaded';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { type PasteText, splitLines, wholeText } from '../model/view-text';
import { PasteFiles } from '../text/pictures';
import styles from './compare.module.css';
import { CompareForm } from './compare-form';
import type { CompareRow } from './compare-rows';
import { CompareTable, type Side } from './compare-table';
import { COMPARE_MAX_BYTES, type OtherText, useOtherText } from './other-paste';

interface CompareViewProps {
  paste: ViewedPaste;
  linkKey: string | null;
  /** The number of the file in view; undefined for a paste's own text. */
  file: number | undefined;
  title: string;
  text: PasteText;
  onLine: (line: number) => void;
  /** @param isShown whether the differences replace the text */
  onShown: (isShown: boolean) => void;
  onClose: () => void;
}

/** Compares this text with another one, in this browser. Begins at once where the paste has one other text. */
export function CompareView({ paste, linkKey, file, title, text, onLine, onShown, onClose }: CompareViewProps) {
  const files = useContext(PasteFiles);
  const { other, file: otherFile, problem, isLoading, takeFile, takeLink } = useOtherText(paste, linkKey);
  const name = files.find(({ number }) => number === file)?.name || title;
  const others = files.filter(({ kind, number }) => kind === 'text' && number !== file);
  const isTooLarge = text.bytes > COMPARE_MAX_BYTES;

  const begin = useEffectEvent(() => {
    const [only] = others;
    if (only && others.length === 1) takeFile(only);
  });
  useEffect(() => begin(), []);

  return (
    <section className={styles.view} aria-label={messages.title}>
      <div className={`not-printed ${styles.head}`}>
        <CompareForm
          files={others}
          file={otherFile}
          problem={isTooLarge ? 'too-large' : problem}
          isLoading={isLoading}
          onFile={takeFile}
          onLink={takeLink}
        />
        <IconButton label={messages.close} icon={X} onClick={onClose} />
      </div>
      {other && !isTooLarge ? <Comparison text={text} title={name} other={other} onLine={onLine} onShown={onShown} /> : null}
    </section>
  );
}

/** Two texts without a line in common cost the square of their length. */
const COMPARE_LIMIT_MS = 5_000;

const WIDE = '(min-width: 56rem)';

const useIsWide = (): boolean =>
  useSyncExternalStore(
    (changed) => listen(matchMedia(WIDE), 'change', changed),
    () => matchMedia(WIDE).matches,
  );

interface ComparisonProps extends Pick<CompareViewProps, 'text' | 'title' | 'onLine' | 'onShown'> {
  other: OtherText;
}

function Comparison({ text, title, other, onLine, onShown }: ComparisonProps) {
  const isWide = useIsWide();
  const [way, setWay] = useState<'beside' | 'unified'>('beside');
  const [isSwapped, setSwapped] = useState(false);

  const sides = useMemo(() => {
    const own: Side = {
      name: title || messages.thisText,
      lines: splitLines(wholeText(text)),
      number: (line) => (
        <button type="button" aria-label={messages.line({ side: messages.thisText, line })} onClick={() => onLine(line)}>
          {line}
        </button>
      ),
    };
    const theirs: Side = {
      name: other.name || messages.otherText,
      lines: splitLines(other.text),
      number: (line) => {
        const link = other.lineLink(line);
        return link === null ? (
          line
        ) : (
          <KeyLink variant={null} isNewTab address={link} aria-label={messages.line({ side: messages.otherText, line })}>
            {line}
          </KeyLink>
        );
      },
    };
    return isSwapped ? ([theirs, own] as const) : ([own, theirs] as const);
  }, [text, title, other, isSwapped, onLine]);

  const [left, right] = sides;
  const compared = useLoaded(
    (signal) => callOnce<CompareRow[]>(() => startWorker('compare'), { left: left.lines, right: right.lines }, COMPARE_LIMIT_MS, signal),
    sides,
  );

  const rows = compared?.kind === 'output' && compared.output.some(({ isSame }) => !isSame) ? compared.output : null;
  const hasRows = rows !== null;
  useLayoutEffect(() => {
    if (!hasRows) return;
    onShown(true);
    return () => onShown(false);
  }, [hasRows, onShown]);

  const words = summaryOf(compared, wholeText(text) === other.text);
  const isBeside = isWide && way === 'beside';
  return (
    <>
      <div className={`not-printed ${styles.bar}`}>
        <p className={styles.summary} role="status">
          {words}
        </p>
        <IconButton label={messages.swap} icon={ArrowLeftRight} onClick={() => setSwapped(!isSwapped)} />
        {isWide ? <Choice label={messages.choice} options={messages.ways} chosen={way} onChoose={setWay} /> : null}
      </div>
      {rows ? (
        <>
          <p className={`${styles.names} ${isBeside ? styles.namesBeside : ''}`} translate="no">
            <bdi data-kind="removed">{left.name}</bdi> <bdi data-kind="added">{right.name}</bdi>
          </p>
          <CompareTable rows={rows} left={left} right={right} isBeside={isBeside} />
        </>
      ) : null}
    </>
  );
}

function summaryOf(compared: Answer<CompareRow[]> | null, isEqual: boolean): string {
  if (!compared) return messages.working;
  if (compared.kind === 'problem') return messages.problems[compared.problem];
  const changes = compared.output.filter(({ isSame }) => !isSame);
  const removed = changes.filter(({ left }) => left !== null).length;
  const added = changes.filter(({ right }) => right !== null).length;
  if (removed + added > 0) return messages.summary({ removed, added });
  return isEqual ? messages.equal : messages.equalLines;
}
