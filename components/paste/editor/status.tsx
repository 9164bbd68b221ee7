import { createdTexts, composeTexts as texts } from '#components/messages/compose';
import hiddenStyles from '#components/ui/visually-hidden.module.css';
import { noticeOf } from './compose.notice';
import type { ComposeState } from './compose.state';

/** Progress is said in quarters: a voice that counts to a hundred is noise. */
const SAID_STEP_PERCENT = 25;

/** What changes without being looked at, for screen readers. */
export function Status({ state }: { state: ComposeState }) {
  return (
    <p role="status" className={hiddenStyles.hidden}>
      {sentence(state)}
    </p>
  );
}

function sentence(state: ComposeState): string {
  switch (state.phase) {
    case 'reading':
      return texts.reading(state.name);
    case 'sealing':
      return state.draft.encrypt ? texts.encrypting : texts.preparing;
    case 'calling-off':
      return texts.callingOff;
    case 'sending': {
      if (state.isSilent) return texts.silent;
      const percent = (100 * state.sentBytes) / Math.max(1, state.totalBytes);
      return texts.sendingPercent(Math.floor(percent / SAID_STEP_PERCENT) * SAID_STEP_PERCENT);
    }
    case 'created':
      return createdTexts.heading;
    case 'writing':
      return noticeOf(state) ?? '';
  }
}
