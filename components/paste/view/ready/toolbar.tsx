'use client';

import type { LucideIcon } from 'lucide-react';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Copy from 'lucide-react/icons/copy';
import CopyPlus from 'lucide-react/icons/copy-plus';
import Diff from 'lucide-react/icons/diff';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FileText from 'lucide-react/icons/file-text';
import Keyboard from 'lucide-react/icons/keyboard';
import Link from 'lucide-react/icons/link';
import QrCode from 'lucide-react/icons/qr-code';
import Search from 'lucide-react/icons/search';
import Trash2 from 'lucide-react/icons/trash-2';
import WrapText from 'lucide-react/icons/wrap-text';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { commonMessages } from '#components/messages/common';
import { viewMessages } from '#components/messages/view';
import { IconButton } from '#components/ui/icon-button';
import iconButton from '#components/ui/icon-button.module.css';
import { KeyLink } from '#components/ui/key-link';
import { syntaxLabel } from '#components/ui/syntax-label';
import { LANGUAGES, languageOf } from '#lib/languages/language.rules';
import selectStyles from './language-select.module.css';
import { preloadDialogs } from './load-parts';
import type { useShownText } from './shown-text';
import styles from './toolbar.module.css';
import type { useLanguage } from './use-language';

/** The buttons' actions; null: the paste has no such button. */
type Actions = Record<
  'search' | 'copyLines' | 'downloadLines' | 'unmark' | 'copy' | 'download' | 'duplicate' | 'compare' | 'shortcuts',
  () => unknown
> &
  Record<'copyLink' | 'qr' | 'extend' | 'delete', (() => unknown) | null>;

interface ToolbarProps {
  shownAs: ReturnType<typeof useLanguage>;
  shown: Pick<ReturnType<typeof useShownText>, 'setSlot' | 'isWrapped' | 'onWrap'>;
  actions: Actions;
  isSearching: boolean;
  isComparing: boolean;
  isArriving: boolean;
  copied: string | null;
  /** The number of marked lines. */
  markedLines: number;
  rawAddress: string | null;
  /** False for a file that can't be searched, wrapped or copied. */
  isText: boolean;
}

/** Shows one row of buttons. The less common ones unfold below, with their names. */
export function Toolbar(props: ToolbarProps) {
  const { actions, copied, markedLines, rawAddress } = props;
  const isMarked = props.isText && markedLines > 0;
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className={styles.toolbar}
      data-open={isUnfolded}
      role="group"
      aria-label={viewMessages.actions}
      onPointerEnter={preloadDialogs}
      onFocus={preloadDialogs}
    >
      {props.isText ? <LanguageSelect {...props.shownAs} /> : null}
      {/* Controls that only some texts need. */}
      <div ref={props.shown.setSlot} className={styles.slot} />
      <div className={styles.reading}>
        {props.isText ? (
          <>
            <IconButton label={viewMessages.search} icon={Search} aria-pressed={props.isSearching} onClick={actions.search}>
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
            onClick={actions.compare}
          />
        ) : null}
        <IconButton label={viewMessages.duplicate} icon={CopyPlus} disabled={props.isArriving} onClick={actions.duplicate} />
        {actions.qr ? <IconButton label={viewMessages.qrCode} icon={QrCode} onClick={actions.qr} /> : null}
        {actions.extend ? <IconButton label={viewMessages.extend} icon={CalendarPlus} onClick={actions.extend} /> : null}
        {actions.delete ? <IconButton label={viewMessages.delete} icon={Trash2} onClick={actions.delete} /> : null}
        <IconButton label={commonMessages.shortcuts} icon={Keyboard} className="for-keyboards" onClick={actions.shortcuts} />
      </div>
      <div className={styles.taking}>
        {actions.copyLink ? (
          <IconButton
            label={viewMessages.copyLink}
            icon={copied === 'link' ? Check : Link}
            className={styles.folding ?? ''}
            onClick={actions.copyLink}
          >
            {isMarked ? null : viewMessages.copyLink}
          </IconButton>
        ) : null}
        {isMarked ? <TakeButton label={viewMessages.downloadLines(markedLines)} icon={Download} onTake={actions.downloadLines} /> : null}
        <TakeButton label={isMarked ? viewMessages.downloadAll : viewMessages.download} icon={Download} onTake={actions.download} />
        {isMarked ? (
          <>
            <TakeButton
              label={viewMessages.copyLines(markedLines)}
              icon={Copy}
              isCopied={copied === 'lines'}
              className={styles.copy}
              onTake={actions.copyLines}
            />
            <IconButton label={viewMessages.unmark} icon={X} className={styles.folding ?? ''} onClick={actions.unmark} />
          </>
        ) : null}
        {props.isText ? (
          <TakeButton
            label={isMarked ? viewMessages.copyAll : viewMessages.copyText}
            text={isMarked ? viewMessages.copyAll : viewMessages.copy}
            icon={Copy}
            isCopied={copied === 'text'}
            className={isMarked ? styles.folding : styles.copy}
            onTake={actions.copy}
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
  onTake: () => unknown;
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
