'use client';

import { manageMessages } from '#components/messages/manage';
import { viewMessages } from '#components/messages/view';
import { viewDialogMessages } from '#components/messages/view-dialogs';
import { DeleteDialog } from '#components/paste/manage/delete-dialog';
import { ExtendForm } from '#components/paste/manage/extend-form';
import { DeletedNotice } from '#components/paste/manage/manage';
import { deletePaste, extendPaste, type RequestEnd } from '#components/paste/manage/manage-state';
import { TwoChannels } from '#components/paste/two-channels';
import { Dialog } from '#components/ui/dialog';
import { QrCode } from '#components/ui/qr-code';
import { ShortcutsDialog } from '#components/ui/shortcuts-dialog';
import type { LineRange } from '#lib/envelope/fragment';
import styles from './dialogs.module.css';
import { DuplicateDialog } from './duplicate-dialog';
import { LinesDialog } from './lines-dialog';
import { type ManageOutcome, outcomeOf } from './manage-outcome';
import type { Duplication } from './view-duplicate';

/** `deleted` is no dialog but the page that replaces the text. */
export type OpenDialog = 'qr' | 'shortcuts' | 'lines' | 'extend' | 'delete' | 'deleted' | Exclude<Duplication, 'duplicated'>;

interface ViewDialogsProps {
  open: OpenDialog;
  publicId: string;
  link: string;
  /** The parts that a reader's token is derived from; without header and key the request needs no token. */
  proof: { readHeader: string | null; key: string | null; password: string | undefined };
  /** The shortcut keys that do nothing on this page, as one string. */
  deadKeys: string;
  marked: LineRange | null;
  /** The number of lines of the shown text. */
  lineCount: number;
  onLines: (lines: LineRange | null) => void;
  onManage: (request: Promise<ManageOutcome>) => void;
  onReplaceDraft: () => void;
  onDownload: () => void;
  onClose: () => void;
}

/** Renders the dialogs of the view page, which load later because reading needs none of them. */
export function ViewDialogs(props: ViewDialogsProps) {
  const { open, publicId, link, proof, deadKeys, onManage, onReplaceDraft, onDownload, onClose } = props;
  const manage = (request: Promise<RequestEnd>) => onManage(request.then(outcomeOf));
  switch (open) {
    case 'shortcuts':
      return <ShortcutsDialog keys={viewDialogMessages.keys.filter(([key]) => !deadKeys.includes(key))} onClose={onClose} />;
    case 'lines':
      return <LinesDialog marked={props.marked} total={props.lineCount} onLines={props.onLines} onClose={onClose} />;
    case 'qr':
      return <QrDialog link={link} onClose={onClose} />;
    case 'extend':
      return (
        <Dialog title={manageMessages.extendTitle} onClose={onClose}>
          <ExtendForm onExtend={(ttlSeconds) => manage(extendPaste(publicId, null, ttlSeconds))} />
        </Dialog>
      );
    case 'delete':
      return <DeleteDialog onDelete={() => manage(deleteAsReader(publicId, proof))} onClose={onClose} />;
    case 'deleted':
      return <DeletedNotice />;
    default:
      return <DuplicateDialog reason={open} onReplace={onReplaceDraft} onDownload={onDownload} onClose={onClose} />;
  }
}

async function deleteAsReader(publicId: string, { readHeader, key, password }: ViewDialogsProps['proof']): Promise<RequestEnd> {
  if (readHeader === null || key === null) return deletePaste(publicId, null);
  const { deriveReadToken } = await import('#lib/envelope/envelope-token');
  return deletePaste(publicId, null, await deriveReadToken(readHeader, key, password));
}

function QrDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog title={viewMessages.qrCode} onClose={onClose}>
      <QrCode text={link} label={viewDialogMessages.qr.title} />
      <p className={styles.note}>{viewDialogMessages.qr.text}</p>
      {link.includes('#') ? <TwoChannels link={link} /> : null}
    </Dialog>
  );
}
