import { editorMessages as messages } from '#components/messages/editor';
import { Field } from '#components/ui/field';
import { Select } from '#components/ui/select';
import { Switch } from '#components/ui/switch';
import { type ChosenOptions, PASTE_OPTIONS } from '#lib/pastes/paste-options.rules';
import type { Edit } from '../model/editor-draft';

interface PasteOptionFieldProps {
  name: keyof ChosenOptions;
  value: boolean | number | null;
  onEdit: (edit: Edit) => void;
}

/** Renders one option of the table in lib/pastes: a flag as a switch, a count as a select. */
export function PasteOptionField({ name, value, onEdit }: PasteOptionFieldProps) {
  const option = PASTE_OPTIONS[name];
  const words = messages.pasteOptions[name];
  if (option.kind === 'flag' && 'on' in words) {
    return (
      <Switch
        label={words.label}
        hint={value === true ? words.on : words.off}
        checked={value === true}
        onChange={(isOn) => onEdit({ [name]: isOn })}
      />
    );
  }
  if (option.kind !== 'count' || !('choice' in words)) return null;
  const hint = value === null ? undefined : words.hint;
  return (
    <Field id={name} label={words.label} hint={hint}>
      <Select
        id={name}
        value={typeof value === 'number' ? value : ''}
        onChange={(event) => onEdit({ [name]: Number(event.target.value) || null })}
        aria-describedby={hint === undefined ? undefined : `${name}-hint`}
        options={[['', words.none], ...option.choices.map((count) => [count, words.choice(count)] as const)]}
      />
    </Field>
  );
}
