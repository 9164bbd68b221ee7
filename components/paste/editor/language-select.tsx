import { LANGUAGES, languageLabel } from '#components/languages';
import { composeTexts as texts } from '#components/messages/compose';
import { Select } from '#components/ui/select';
import hiddenStyles from '#components/ui/visually-hidden.module.css';
import type { Draft, Edit } from './compose.state';

const DETECT = '';

export function LanguageSelect({ draft, isLocked, onEdit }: { draft: Draft; isLocked: boolean; onEdit: (edit: Edit) => void }) {
  return (
    <>
      <label className={hiddenStyles.hidden} htmlFor="syntax">
        {texts.language}
      </label>
      <Select
        look="quiet"
        id="syntax"
        value={draft.chosenSyntax ?? DETECT}
        disabled={isLocked}
        onChange={(event) => onEdit({ chosenSyntax: event.target.value === DETECT ? null : event.target.value })}
      >
        <option value={DETECT}>{texts.detected(languageLabel(draft.guessedSyntax))}</option>
        {LANGUAGES.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </>
  );
}
