import { createdMessages, editorMessages as messages } from '#components/messages/editor';
import hiddenStyles from '#components/ui/visually-hidden.module.css';
import { noticeOf } from './editor.notice';
import type { EditorState } from './editor.state';

/** Screen readers announce progress in quarters: every per cent would be too much. */
const SAID_STEP_PERCENT = 25;

/** The status line for screen readers. */
export function Status({ state }: { state: EditorState }) {
  return (
    <p role="status" className={hiddenStyles.hidden}>
      {sentence(state)}
    </p>
  );
}

function sentence(state: EditorState): string {
  switch (state.phase) {
    case 'reading':
      return messages.reading(state.name);
    case 'sealing':
      return state.draft.encrypt ? messages.encrypting : messages.preparing;
    case 'calling-off':
      return messages.callingOff;
    case 'sending': {
      if (state.isSilent) return messages.silent;
      const percent = (100 * state.sentBytes) / Math.max(1, state.totalBytes);
      return messages.sendingPercent(Math.floor(percent / SAID_STEP_PERCENT) * SAID_STEP_PERCENT);
    }
    case 'created':
      return createdMessages.heading;
    case 'writing':
      return noticeOf(state) ?? '';
  }
}
