'use client';

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { manageMessages } from '#components/messages/manage';
import { viewMessages } from '#components/messages/view';
import { viewDialogMessages as messages } from '#components/messages/view-dialog';
import { MAX_DRAFT_BYTES } from '#components/paste/editor/model/draft-storage';
import { deletePaste, extendPaste } from '#components/paste/manage/manage.client';
import { DeleteDialog, DeletedNotice, ExtendForm } from '#components/paste/manage/manage-parts';
import type { RequestEnd } from '#components/paste/manage/use-manage';
import { TwoChannels } from '#components/paste/two-channels';
import { Button, SubmitButton } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';
import dialogStyles from '#components/ui/dialog.module.css';
import fieldStyles from '#components/ui/field.module.css';
import { QrCode } from '#components/ui/qr-code';
import { ShortcutsDialog } from '#components/ui/shortcuts-dialog';
import type { LineRange } from '#lib/envelope/fragment';
import { withAsciiDigits } from '#lib/locales/digits.rules';
import { formatBytes } from '#lib/locales/format.rules';
import styles from './dialogs.module.css';
import type { Duplication } from './duplicate';

type DuplicateProblem = Exclude<Duplication, 'duplicated'>;

/** The shortcut keys, by the names of their messages. */
const KEYS = {
  search: '/',
  lines: 'l',
  form: 'm',
  fold: 'f',
  wrap: 'w',
  raw: 'r',
  copy: 'y',
  duplicate: 'd',
  write: 'n',
  list: '?',
} as const satisfies Record<keyof typeof messages.keys, string>;

/** `deleted` is no dialog but the page that replaces the text. */
export type OpenDialog = 'qr' | 'shortcuts' | 'lines' | 'extend' | 'delete' | 'deleted' | DuplicateProblem;

interface ViewDialogsProps {
  open: OpenDialog;
  publicId: string;
  link: string;
  /** The parts that a reader's token is derived from; without header and key the request needs no token. */
  proof: { readHeader: string | null; key: string | null; password: string | undefined };
  /** The shortcut keys that do nothing on this page, as one string. */
  deadKeys: string;
  marked: LineRange | null;
  lineCount: number;
  onLines: (lines: LineRange | null) => void;
  onManage: (request: Promise<RequestEnd>) => void;
  onReplaceDraft: () => void;
  onDownload: () => void;
  onClose: () => void;
}

/** Renders the dialogs of the view page, which load later because reading needs none of them. */
export function ViewDialogs(props: ViewDialogsProps) {
  const { open, publicId, link, proof, deadKeys, onManage, onClose } = props;
  switch (open) {
    case 'shortcuts':
      return (
        <ShortcutsDialog
          keys={Object.entries(KEYS).flatMap(([name, key]) =>
            deadKeys.includes(key) ? [] : [[key, messages.keys[name as keyof typeof KEYS]] as const],
          )}
          onClose={onClose}
        />
      );
    case 'lines':
      return <LinesDialog {...props} />;
    case 'qr':
      return (
        <Dialog title={viewMessages.qrCode} onClose={onClose}>
          <QrCode text={link} label={messages.qr.title} />
          <p className={styles.note}>{messages.qr.text}</p>
          {link.includes('#') ? <TwoChannels link={link} /> : null}
        </Dialog>
      );
    case 'extend':
      return (
        <Dialog title={manageMessages.extendTitle} onClose={onClose}>
          <ExtendForm onExtend={(ttlSeconds) => onManage(extendPaste(publicId, null, ttlSeconds))} />
        </Dialog>
      );
    case 'delete':
      return <DeleteDialog onDelete={() => onManage(deleteAsReader(publicId, proof))} onClose={onClose} />;
    case 'deleted':
      return <DeletedNotice />;
    default:
      return <DuplicateDialog reason={open} {...props} />;
  }
}

async function deleteAsReader(publicId: string, { readHeader, key, password }: ViewDialogsProps['proof']): Promise<RequestEnd> {
  if (readHeader === null || key === null) return deletePaste(publicId, null);
  const { deriveReadToken } = await import('#lib/envelope/envelope-token');
  return deletePaste(publicId, null, await deriveReadToken(readHeader, key, password));
}

type DuplicateDialogProps = Pick<ViewDialogsProps, 'onReplaceDraft' | 'onDownload' | 'onClose'> & { reason: DuplicateProblem };

/** Tells why the text can't go to the editor, and offers to replace the draft or to download the text. */
function DuplicateDialog({ reason, onReplaceDraft, onDownload, onClose }: DuplicateDialogProps) {
  const said = messages.duplicating;
  const [title, text] = {
    'draft-in-the-way': [said.draftTitle, said.draftText],
    'too-large': [said.tooLargeTitle, said.tooLargeText(formatBytes(MAX_DRAFT_BYTES))],
    'no-room': [said.noRoomTitle, said.noRoomText],
    forbidden: [said.forbiddenTitle, said.forbiddenText],
  }[reason] as [title: string, text: string];
  return (
    <Dialog title={title} onClose={onClose}>
      <p className={dialogStyles.text}>{text}</p>
      <form method="dialog" className={`row ${dialogStyles.choices}`}>
        {reason === 'draft-in-the-way' ? (
          <>
            <SubmitButton>{said.keep}</SubmitButton>
            <SubmitButton variant="primary" onClick={onReplaceDraft}>
              {said.replace}
            </SubmitButton>
          </>
        ) : (
          <SubmitButton variant="primary" onClick={onDownload}>
            {viewMessages.download}
          </SubmitButton>
        )}
      </form>
    </Dialog>
  );
}

/** Marks lines by their numbers: for people without a mouse, and for lines far apart. */
function LinesDialog({ marked, lineCount, onLines, onClose }: ViewDialogsProps) {
  const said = messages.lines;
  const field = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  useEffect(() => field.current?.select(), []);

  function submit(event: FormEvent): void {
    const lines = parseLines(field.current?.value ?? '', lineCount);
    if (lines === null) {
      event.preventDefault();
      setWrong(true);
      field.current?.select();
    } else onLines(lines);
  }

  function unmark(): void {
    onLines(null);
    onClose();
  }

  return (
    <Dialog title={said.title} onClose={onClose}>
      <form method="dialog" onSubmit={submit} noValidate>
        <div className={fieldStyles.group}>
          <label className={fieldStyles.label} htmlFor={id}>
            {said.label}
          </label>
          <input
            ref={field}
            id={id}
            className={fieldStyles.input}
            autoComplete="off"
            inputMode="text"
            dir="ltr"
            defaultValue={marked ? (marked.first === marked.last ? marked.first : `${marked.first}-${marked.last}`) : ''}
            aria-describedby={`${id}-hint`}
            aria-invalid={isWrong}
          />
          <p id={`${id}-hint`} className={fieldStyles.hint} role={isWrong ? 'alert' : undefined}>
            {isWrong ? said.wrong({ total: lineCount, example: Math.min(12, lineCount) }) : said.hint(lineCount)}
          </p>
        </div>
        <div className={`row ${dialogStyles.choices}`}>
          {marked ? (
            <Button type="button" onClick={unmark}>
              {viewMessages.unmark}
            </Button>
          ) : null}
          <SubmitButton variant="primary">{said.mark}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

/** @param text `12`, `12-30` or `L12-L30` @returns null when the text names no line */
export function parseLines(text: string, total: number): LineRange | null {
  const [, from = '', to = from] = /^\s*[Ll]?(\d{1,9})(?:\s*[-–:,.]+\s*[Ll]?(\d{1,9}))?\s*$/.exec(withAsciiDigits(text)) ?? [];
  const [first, last] = [Number(from), Number(to)].sort((one, other) => one - other) as [number, number];
  return first >= 1 && first <= total ? { first, last: Math.min(last, total) } : null;
}
