'use client';

import {
  CalendarPlus,
  Check,
  ChevronDown,
  Copy,
  CopyPlus,
  Diff,
  Download,
  Ellipsis,
  FileText,
  Keyboard,
  Link,
  type LucideIcon,
  QrCode,
  Search,
  Trash2,
  WrapText,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { commonMessages } from '#components/messages/common';
import { viewMessages } from '#components/messages/view';
import { IconButton } from '#components/ui/icon-button';
import iconButton from '#components/ui/icon-button.module.css';
import { KeyLink } from '#components/ui/key-link';
import { syntaxLabel } from '#components/ui/syntax-label';
import { LANGUAGES, languageOf } from '#lib/languages/language.rules';
import selectStyles from './language-select.module.css';
import type { useShownText } from './shown-text';
import styles from './toolbar.module.css';
import type { useLanguage } from './use-language';

interface ToolbarProps {
  shownAs: ReturnType<typeof useLanguage>;
  shown: Pick<ReturnType<typeof useShownText>, 'setSlot' | 'isWrapped' | 'onWrap'>;
  isSearching: boolean;
  onSearch: () => void;
  copied: string | null;
  /** The number of marked lines. */
  markedLines: number;
  onCopyLines: () => void;
  onDownloadLines: () => void;
  onUnmark: () => void;
  onCopy: () => void;
  onDownload: () => void;
  rawAddress: string | null;
  /** False for a file that can't be searched, wrapped or copied. */
  isText: boolean;
  onCopyLink: (() => void) | null;
  onQr: (() => void) | null;
  onDuplicate: () => void;
  isComparing: boolean;
  onCompare: () => void;
  isArriving: boolean;
  onExtend: (() => void) | null;
  onDelete: (() => void) | null;
  onShortcuts: () => void;
  /** Called when the pointer or focus comes near the buttons. */
  onApproach: () => void;
}

/** Shows one row of buttons. The less common ones unfold below, with their names. */
export function Toolbar(props: ToolbarProps) {
  const { copied, markedLines, rawAddress, onCopyLink, onQr, onExtend, onDelete } = props;
  const isMarked = props.isText && markedLines > 0;
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className={styles.toolbar}
      data-open={isUnfolded}
      role="group"
      aria-label={viewMessages.actions}
      onPointerEnter={props.onApproach}
      onFocus={props.onApproach}
    >
      {props.isText ? <LanguageSelect {...props.shownAs} /> : null}
      {/* Controls that only some texts need. */}
      <div ref={props.shown.setSlot} className={styles.slot} />
      <div className={styles.reading}>
        {props.isText ? (
          <>
            <IconButton label={viewMessages.search} icon={Search} aria-pressed={props.isSearching} onClick={props.onSearch}>
              {viewMessages.search}
            </IconButton>
            <IconButton label={viewMessages.wrap} icon={WrapText} aria-pressed={props.shown.isWrapped} onClick={props.shown.onWrap}>
              {viewMessages.wrap}
            </IconButton>
          </>
        ) : null}
        <IconButton
          label={viewMessages.moreActions}
          icon={Ellipsis}
          className={styles.unfold ?? ''}
          aria-expanded={isUnfolded}
          aria-controls="more-actions"
          onClick={() => setUnfolded(!isUnfolded)}
        />
      </div>
      <div id="more-actions" className={styles.more}>
        {rawAddress ? (
          <KeyLink variant={null} className={iconButton.button} address={rawAddress} icon={FileText}>
            {viewMessages.raw}
          </KeyLink>
        ) : null}
        {props.isText ? (
          <IconButton
            label={viewMessages.compare}
            icon={Diff}
            aria-pressed={props.isComparing}
            disabled={props.isArriving}
            onClick={props.onCompare}
          />
        ) : null}
        <IconButton label={viewMessages.duplicate} icon={CopyPlus} disabled={props.isArriving} onClick={props.onDuplicate} />
        {onQr ? <IconButton label={viewMessages.qrCode} icon={QrCode} onClick={onQr} /> : null}
        {onExtend ? <IconButton label={viewMessages.extend} icon={CalendarPlus} onClick={onExtend} /> : null}
        {onDelete ? <IconButton label={viewMessages.delete} icon={Trash2} onClick={onDelete} /> : null}
        <IconButton label={commonMessages.shortcuts} icon={Keyboard} className="for-keyboards" onClick={props.onShortcuts} />
      </div>
      <div className={styles.taking}>
        {onCopyLink ? (
          <IconButton
            label={viewMessages.copyLink}
            icon={copied === 'link' ? Check : Link}
            className={styles.folding ?? ''}
            onClick={onCopyLink}
          >
            {isMarked ? null : viewMessages.copyLink}
          </IconButton>
        ) : null}
        {isMarked ? <TakeButton label={viewMessages.downloadLines(markedLines)} icon={Download} onTake={props.onDownloadLines} /> : null}
        <TakeButton label={isMarked ? viewMessages.downloadAll : viewMessages.download} icon={Download} onTake={props.onDownload} />
        {isMarked ? (
          <>
            <TakeButton
              label={viewMessages.copyLines(markedLines)}
              icon={Copy}
              isCopied={copied === 'lines'}
              className={styles.copy}
              onTake={props.onCopyLines}
            />
            <IconButton label={viewMessages.unmark} icon={X} className={styles.folding ?? ''} onClick={props.onUnmark} />
          </>
        ) : null}
        {props.isText ? (
          <TakeButton
            label={isMarked ? viewMessages.copyAll : viewMessages.copyText}
            text={isMarked ? viewMessages.copyAll : viewMessages.copy}
            icon={Copy}
            isCopied={copied === 'text'}
            className={isMarked ? styles.folding : styles.copy}
            onTake={props.onCopy}
          />
        ) : null}
      </div>
    </div>
  );
}

interface TakeButtonProps {
  label: string;
  /** The visible words, if they are shorter than the label. */
  text?: string;
  icon: LucideIcon;
  isCopied?: boolean;
  className?: string | undefined;
  onTake: () => void;
}

/** A button that copies or saves. On a narrow screen those that aren't the main one unfold with the others. */
function TakeButton({ label, text = label, icon, isCopied = false, className = styles.folding, onTake }: TakeButtonProps) {
  return (
    <IconButton label={isCopied ? viewMessages.copied : label} icon={isCopied ? Check : icon} className={className ?? ''} onClick={onTake}>
      {isCopied ? viewMessages.copied : text}
    </IconButton>
  );
}

function LanguageSelect({ language, guess, isGuessed, choose }: ToolbarProps['shownAs']) {
  return (
    <label className={selectStyles.select} dir="ltr">
      <span className="visually-hidden">{viewMessages.language}</span>
      <select value={isGuessed ? '' : language} onChange={(event) => choose(event.target.value || null)}>
        {guess === null ? null : <option value="">{viewMessages.detected(syntaxLabel(guess))}</option>}
        {languageOf(language) ? null : <option value={language}>{language}</option>}
        {LANGUAGES.map(({ id }) => (
          <option key={id} value={id}>
            {syntaxLabel(id)}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={14} />
    </label>
  );
}
