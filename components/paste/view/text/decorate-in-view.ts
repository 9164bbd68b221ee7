/** Makes decorations from a value, only for the lines in view, because the value may cover a whole large text. */
import { type Extension, type Range, type StateEffectType, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/**
 * @param setValue the effect that sets the value; null removes the decorations
 * @param decorate returns the decorations in view
 */
export function decorateInView<Value>(
  setValue: StateEffectType<Value | null>,
  decorate: (value: Value, view: EditorView) => Range<Decoration>[],
): Extension {
  const field = StateField.define<Value | null>({
    create: () => null,
    update(value, transaction) {
      for (const effect of transaction.effects) if (effect.is(setValue)) return effect.value;
      return value;
    },
  });

  const decorationsOf = (view: EditorView): DecorationSet => {
    const value = view.state.field(field);
    return value === null ? Decoration.none : Decoration.set(decorate(value, view), true);
  };

  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = decorationsOf(view);
      }

      update(update: ViewUpdate) {
        const isNew = update.startState.field(field) !== update.state.field(field);
        if (isNew || update.docChanged || update.viewportChanged) this.decorations = decorationsOf(update.view);
      }
    },
    { decorations: (value) => value.decorations },
  );

  return [field, plugin];
}
