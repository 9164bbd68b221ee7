'use client';

import { commonMessages } from '#components/messages/common';
import { manageMessages } from '#components/messages/manage';
import { viewDialogMessages } from '#components/messages/view-dialogs';
import { DeleteDialog } from '#components/paste/manage/delete-dialog';
import { DeletedNotice } from '#components/paste/manage/deleted-notice';
import { ExtendForm } from '#components/paste/manage/extend-form';
import { deletePaste, extendPaste } from '#components/paste/manage/manage.requests';
import type { ManageEvent } from '#components/paste/manage/manage.state';
import { Dialog } from '#components/ui/dialog';
import { ShortcutsDialog } from '#components/ui/shortcuts-dialog';
import { DuplicateDialog } from './duplicate-dialog';
import { type ManageOutcome, outcomeOf } from './manage.outcome';
import { QrDialog } from './qr-dialog';
import type { Duplication } from './view.duplicate';

/** `deleted`: the page that replaces the text. */
export type OpenDialog = 'qr' | 'shortcuts' | 'extend' | 'delete' | 'deleted' | Exclude<Duplication, 'duplicated'>;

interface ViewDialogsProps {
  open: OpenDialog;
  publicId: string;
  link: string;
  /** The keys that do nothing here. */
  deadKeys: readonly string[];
  onManage: (request: Promise<ManageOutcome>) => void;
  onReplaceDraft: () => void;
  onDownload: () => void;
  onClose: () => void;
}

/** The dialogs of the view page. The page loads them later, because reading needs none of them. */
export function ViewDialogs({ open, publicId, link, deadKeys, onManage, onReplaceDraft, onDownload, onClose }: ViewDialogsProps) {
  const manage = (request: Promise<ManageEvent>) => onManage(request.then(outcomeOf));
  switch (open) {
    case 'shortcuts':
      return <ShortcutsDialog keys={viewDialogMessages.keys.filter(([key]) => !deadKeys.includes(key))} onClose={onClose} />;
    case 'qr':
      return <QrDialog link={link} onClose={onClose} />;
    case 'extend':
      return (
        <Dialog title={manageMessages.extendTitle} closeLabel={commonMessages.close} onClose={onClose}>
          <ExtendForm onExtend={(ttlSeconds) => manage(extendPaste(publicId, null, ttlSeconds))} />
        </Dialog>
      );
    case 'delete':
      return <DeleteDialog onDelete={() => manage(deletePaste(publicId, null))} onClose={onClose} />;
    case 'deleted':
      return <DeletedNotice />;
    default:
      return <DuplicateDialog reason={open} onReplace={onReplaceDraft} onDownload={onDownload} onClose={onClose} />;
  }
}
