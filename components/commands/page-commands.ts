/** Commands of a page: its buttons and its fields, by the names that people read, and those of its head. */
import { commandMessages as messages } from '#components/messages/commands';

export interface Command {
  group: keyof typeof messages.groups;
  name: string;
  run(): void;
}

/** More than any page of ours has, apart from long lists. */
const MAX_HERE = 60;
const CONTROLS = ':is(button, summary, input, select, textarea)';
const PLACES = ['main', 'header'];

/** Collects what is usable, once for each name, in the page's order; the head comes last. The button of this list is not part of it. */
export function pageCommands(): Command[] {
  const found = new Map<string, Command>();
  const controls = PLACES.flatMap((place) => [...document.querySelectorAll<HTMLElement>(`${place} ${CONTROLS}`)]);
  for (const control of controls) {
    if (found.size >= MAX_HERE) break;
    if (!isUsable(control)) continue;
    const name = nameOf(control);
    if (name !== '' && name !== messages.open && !found.has(name)) found.set(name, { group: 'here', name, run: () => use(control) });
  }
  return [...found.values()];
}

function isUsable(control: HTMLElement): boolean {
  if (control.matches(':disabled, [aria-disabled="true"], [type="hidden"], [type="file"]')) return false;
  return control.checkVisibility?.() ?? true;
}

const isField = (control: HTMLElement) => control.matches('select, textarea, input:not([type="checkbox"], [type="radio"])');

function nameOf(control: HTMLElement): string {
  const label = control.getAttribute('aria-label') ?? (control as HTMLInputElement).labels?.[0]?.textContent ?? textOf(control);
  const name = label.replace(/\s+/g, ' ').trim();
  return name !== '' && isField(control) ? messages.field(name) : name;
}

/** The words that people see: a key's name beside them is none. */
function textOf(control: HTMLElement): string {
  const copy = control.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
  return copy.textContent ?? '';
}

/** A field gets the focus; everything else is pressed, and has the focus for what comes next. */
function use(control: HTMLElement): void {
  control.focus();
  if (!isField(control)) control.click();
}
