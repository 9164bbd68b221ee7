import { editorMessages as messages } from '#components/messages/editor';
import { Select } from '#components/ui/select';
import { LANGUAGES, languageLabel } from '#lib/languages/language.rules';
import type { Draft, Edit } from '../model/editor-draft';

const DETECT = '';

export function LanguageField({ draft, isLocked, onEdit }: { draft: Draft; isLocked: boolean; onEdit: (edit: Edit) => void }) {
  return (
    <>
      <label className="visually-hidden" htmlFor="syntax">
        {messages.language}
      </label>
      <Select
        variant="quiet"
        id="syntax"
        value={draft.chosenSyntax ?? DETECT}
        disabled={isLocked}
        onChange={(event) => onEdit({ chosenSyntax: event.target.value === DETECT ? null : event.target.value })}
        options={[[DETECT, messages.detected(languageLabel(draft.guessedSyntax))], ...LANGUAGES.map(({ id, name }) => [id, name] as const)]}
      />
    </>
  );
}
