import { formatBytes } from '#components/messages/format';
import { viewMessages } from '#components/messages/view';
import { viewDialogMessages } from '#components/messages/view-dialogs';
import { MAX_DRAFT_BYTES } from '#components/paste/editor/model/draft-storage';
import { Button } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';
import dialogStyles from '#components/ui/dialog.module.css';
import type { Duplication } from './view-duplicate';

interface DuplicateDialogProps {
  reason: Exclude<Duplication, 'duplicated'>;
  onReplace: () => void;
  onDownload: () => void;
  onClose: () => void;
}

const said = viewDialogMessages.duplicating;

/** Tells why the text can't go to the editor, and offers to replace the draft or to download the text. */
export function DuplicateDialog({ reason, onReplace, onDownload, onClose }: DuplicateDialogProps) {
  const [title, text] = wordsOf(reason);
  return (
    <Dialog title={title} onClose={onClose}>
      <p className={dialogStyles.text}>{text}</p>
      <form method="dialog" className={`row ${dialogStyles.choices}`}>
        {reason === 'draft-in-the-way' ? (
          <>
            <Button type="submit">{said.keep}</Button>
            <Button type="submit" variant="primary" onClick={onReplace}>
              {said.replace}
            </Button>
          </>
        ) : (
          <Button type="submit" variant="primary" onClick={onDownload}>
            {viewMessages.download}
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
