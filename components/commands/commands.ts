/** Everything that one can do and go to from a page. Its buttons and fields have the names that people read. */
import { commandMessages as messages } from '#components/messages/command';
import { commonMessages } from '#components/messages/common';
import { hasReceipt, readLocalPastes } from '#components/paste/local/local-pastes-store';
import { listSecretRequests } from '#components/requests/keys/secret-request-keys';
import { matchesText } from '#components/ui/matches-text';
import { addressOf } from '#lib/site/address.rules';

const goTo = (group: Command['group'], name: string, address: string): Command => ({ group, name, run: () => location.assign(address) });

const PLACES: readonly [place: keyof typeof messages.places, path: `/${string}`][] = [
  ['newPaste', '/'],
  ['ask', '/requests'],
  ['mine', '/mine'],
  ['account', '/account'],
  ['how', '/docs/how'],
  ['api', '/docs/api'],
  ['tryApi', '/docs/api/try'],
  ['client', '/docs/cli'],
];
const SIGNED_IN_PLACES: typeof PLACES = [
  ['webhooks', '/account/webhooks'],
  ['chats', '/account/chats'],
  ['keys', '/account/keys'],
];

/** Pastes without a kept link, and those that reading ends, lead to where they are managed. */
function pasteCommands(): Command[] {
  return readLocalPastes()
    .pastes.filter(({ ended }) => ended === null)
    .map((paste) => {
      const { publicId, manageToken, title, link } = paste;
      const address = link === undefined || hasReceipt(paste) ? addressOf(`/manage/${publicId}#${manageToken}`) : link;
      return goTo('mine', messages.paste(title ? `${title}, ${publicId}` : publicId), address);
    });
}

interface Host {
  isSignedIn: boolean;
  links: readonly { label: string; href: string }[];
}

export function collectCommands({ isSignedIn, links }: Host): Command[] {
  const all = isSignedIn ? [...PLACES, ...SIGNED_IN_PLACES] : PLACES;
  return [
    ...pageCommands(),
    ...pasteCommands(),
    ...all.map(([place, path]) => goTo('places', messages.places[place], addressOf(path))),
    ...links.map(({ label, href }) => goTo('places', label, href)),
  ];
}

/** The requests of this browser, which come later than the rest. */
export async function secretRequestCommands(): Promise<Command[]> {
  const kept = await listSecretRequests(Date.now()).catch(() => []);
  return kept.map(({ label }) => goTo('mine', messages.request(label === '' ? messages.unnamed : label), addressOf('/requests#inbox')));
}

export const findCommands = (commands: readonly Command[], text: string): Command[] =>
  commands.filter(({ name }) => matchesText(text, name));

export interface Command {
  group: keyof typeof messages.groups;
  name: string;
  run(): void;
}

/** More than any page of ours has, apart from long lists. */
const MAX_HERE = 60;
const CONTROLS = ':is(button, summary, input, select, textarea)';
const PARTS = ['main', 'header'];

/** Whether Enter must not find the control first, although it stands first on the page. */
const comesLast = (control: HTMLElement) => control.dataset.command === 'last';

/** Collects what is usable, once for each name, in the page's order; the head comes last. The button of this list is not part of it. */
function pageCommands(): Command[] {
  const found = new Map<string, Command>();
  const controls = PARTS.flatMap((part) => [...document.querySelectorAll<HTMLElement>(`${part} ${CONTROLS}`)]);
  for (const control of controls.toSorted((one, other) => Number(comesLast(one)) - Number(comesLast(other)))) {
    if (!isUsable(control) || (found.size >= MAX_HERE && !comesLast(control))) continue;
    const name = nameOf(control);
    if (name !== '' && name !== commonMessages.commands && !found.has(name))
      found.set(name, { group: 'here', name, run: () => use(control) });
  }
  return [...found.values()];
}

function isUsable(control: HTMLElement): boolean {
  // Each row of a long list has such a control, and nobody looks for it by its name.
  if (control.dataset.command === 'never') return false;
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
