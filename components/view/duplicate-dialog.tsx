import { MAX_DRAFT_BYTES } from '../compose/draft-storage';
import { en } from '../text/en';
import { formatBytes } from '../text/format';
import { view } from '../text/view';
import { viewDialogs } from '../text/view-dialogs';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import dialogStyles from '../ui/dialog.module.css';
import type { Duplication } from './view.duplicate';

interface DuplicateDialogProps {
  reason: Exclude<Duplication, 'handed-over'>;
  onReplace: () => void;
  onDownload: () => void;
  onClose: () => void;
}

const said = viewDialogs.duplicating;

/** Why a text did not go to the editor at once, and what can be done. */
export function DuplicateDialog({ reason, onReplace, onDownload, onClose }: DuplicateDialogProps) {
  const [title, text] = wordsOf(reason);
  return (
    <Dialog title={title} closeLabel={en.close} onClose={onClose}>
      <p className={dialogStyles.text}>{text}</p>
      <form method="dialog" className={dialogStyles.choices}>
        {reason === 'draft-in-the-way' ? (
          <>
            <Button type="submit">{said.keep}</Button>
            <Button type="submit" look="primary" onClick={onReplace}>
              {said.replace}
            </Button>
          </>
        ) : (
          <Button type="submit" look="primary" onClick={onDownload}>
            {view.download}
          </Button>
        )}
      </form>
    </Dialog>
  );
}

function wordsOf(reason: DuplicateDialogProps['reason']): [title: string, text: string] {
  switch (reason) {
    case 'draft-in-the-way':
      return [said.draftTitle, said.draftText];
    case 'too-large':
      return [said.tooLargeTitle, said.tooLargeText(formatBytes(MAX_DRAFT_BYTES))];
    case 'no-room':
      return [said.noRoomTitle, said.noRoomText];
    case 'forbidden':
      return [said.forbiddenTitle, said.forbiddenText];
  }
}
