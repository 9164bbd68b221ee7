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
  Keyboard,
  Link,
  type LucideIcon,
  QrCode,
  Search,
  Trash2,
  WrapText,
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
import styles from './toolbar.module.css';

interface ToolbarProps {
  language: string;
  onLanguage: (language: string) => void;
  /** The element beside the language, for controls that only some texts need. */
  slot: (element: HTMLElement | null) => void;
  isWrapped: boolean;
  onWrap: () => void;
  isSearching: boolean;
  onSearch: () => void;
  copied: string | null;
  /** The number of marked lines. */
  markedLines: number;
  onCopyLines: () => void;
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
  /** True until the whole text has arrived. */
  isArriving: boolean;
  onExtend: (() => void) | null;
  onDelete: (() => void) | null;
  onShortcuts: () => void;
  /** Called when the pointer or focus comes near the buttons. */
  onApproach: () => void;
}

const iconOf = (Icon: LucideIcon) => <Icon aria-hidden size={16} />;

/** Shows one row of buttons. On a narrow screen the less common ones unfold below. */
export function Toolbar(props: ToolbarProps) {
  const { copied, rawAddress, onCopyLink, onQr, onExtend, onDelete } = props;
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className={styles.toolbar}
      role="group"
      aria-label={viewMessages.actions}
      onPointerEnter={props.onApproach}
      onFocus={props.onApproach}
    >
      {props.isText ? <LanguageSelect language={props.language} onLanguage={props.onLanguage} /> : null}
      <div ref={props.slot} className={styles.slot} />
      <div className={styles.reading}>
        {props.isText ? (
          <>
            <IconButton label={viewMessages.search} icon={iconOf(Search)} aria-pressed={props.isSearching} onClick={props.onSearch} />
            <IconButton label={viewMessages.wrap} icon={iconOf(WrapText)} aria-pressed={props.isWrapped} onClick={props.onWrap} />
          </>
        ) : null}
        <IconButton label={commonMessages.shortcuts} icon={iconOf(Keyboard)} className="for-keyboards" onClick={props.onShortcuts} />
      </div>
      <IconButton
        label={viewMessages.moreActions}
        icon={iconOf(Ellipsis)}
        className={styles.unfold ?? ''}
        aria-expanded={isUnfolded}
        aria-controls="more-actions"
        onClick={() => setUnfolded(!isUnfolded)}
      />
      <div id="more-actions" className={styles.more} data-open={isUnfolded}>
        {rawAddress ? (
          <KeyLink variant={null} className={iconButton.button} address={rawAddress}>
            {viewMessages.raw}
          </KeyLink>
        ) : null}
        <IconButton label={viewMessages.download} icon={iconOf(Download)} onClick={props.onDownload} />
        {props.isText ? (
          <IconButton
            label={viewMessages.compare}
            icon={iconOf(Diff)}
            aria-pressed={props.isComparing}
            disabled={props.isArriving}
            onClick={props.onCompare}
          />
        ) : null}
        <IconButton label={viewMessages.duplicate} icon={iconOf(CopyPlus)} disabled={props.isArriving} onClick={props.onDuplicate} />
        {onQr ? <IconButton label={viewMessages.qrCode} icon={iconOf(QrCode)} onClick={onQr} /> : null}
        {onExtend ? <IconButton label={viewMessages.extend} icon={iconOf(CalendarPlus)} onClick={onExtend} /> : null}
        {onDelete ? <IconButton label={viewMessages.delete} icon={iconOf(Trash2)} onClick={onDelete} /> : null}
      </div>
      <div className={styles.taking} data-worded={props.markedLines > 0}>
        {onCopyLink ? (
          <IconButton label={viewMessages.copyLink} icon={iconOf(copied === 'link' ? Check : Link)} onClick={onCopyLink} />
        ) : null}
        {props.isText && props.markedLines > 0 ? (
          <CopyButton label={viewMessages.copyLines(props.markedLines)} isCopied={copied === 'lines'} onCopy={props.onCopyLines} />
        ) : null}
        {props.isText ? (
          <CopyButton
            label={props.markedLines > 0 ? viewMessages.copyAll : viewMessages.copyText}
            text={props.markedLines > 0 ? viewMessages.copyAll : viewMessages.copy}
            isCopied={copied === 'text'}
            onCopy={props.onCopy}
          />
        ) : null}
      </div>
    </div>
  );
}

interface CopyButtonProps {
  label: string;
  /** The visible words, if they are shorter than the label. */
  text?: string;
  isCopied: boolean;
  onCopy: () => void;
}

function CopyButton({ label, text = label, isCopied, onCopy }: CopyButtonProps) {
  return (
    <IconButton
      label={isCopied ? viewMessages.copied : label}
      icon={iconOf(isCopied ? Check : Copy)}
      className={styles.copy ?? ''}
      onClick={onCopy}
    >
      {isCopied ? viewMessages.copied : text}
    </IconButton>
  );
}

function LanguageSelect({ language, onLanguage }: Pick<ToolbarProps, 'language' | 'onLanguage'>) {
  return (
    <label className={selectStyles.select} dir="ltr">
      <span className="visually-hidden">{viewMessages.language}</span>
      <select value={language} onChange={(event) => onLanguage(event.target.value)}>
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
