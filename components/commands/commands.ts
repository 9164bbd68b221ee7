/** Everything that one can do and go to from a page. */
import { commandMessages as messages } from '#components/messages/commands';
import { hasReceipt, readLocalPastes } from '#components/paste/local/local-pastes-store';
import { listRequests } from '#components/requests/keys/request-keys-store';
import { matchesText } from '#components/ui/matches-text';
import { addressOf } from '#lib/site/address.rules';
import { type Command, pageCommands } from './page-commands';

const { places } = messages;

const goTo = (group: Command['group'], name: string, address: string): Command => ({ group, name, run: () => location.assign(address) });

const PLACES: readonly [name: string, path: `/${string}`][] = [
  [places.newPaste, '/'],
  [places.ask, '/requests'],
  [places.mine, '/mine'],
  [places.account, '/account'],
  [places.how, '/docs/how'],
  [places.api, '/docs/api'],
  [places.tryApi, '/docs/api/try'],
  [places.client, '/docs/cli'],
];
const SIGNED_IN_PLACES: typeof PLACES = [
  [places.webhooks, '/account/webhooks'],
  [places.chats, '/account/chats'],
  [places.keys, '/account/keys'],
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
  /** The operator's links. */
  links: readonly { label: string; href: string }[];
}

export function collectCommands({ isSignedIn, links }: Host): Command[] {
  const all = isSignedIn ? [...PLACES, ...SIGNED_IN_PLACES] : PLACES;
  return [
    ...pageCommands(),
    ...pasteCommands(),
    ...all.map(([name, path]) => goTo('places', name, addressOf(path))),
    ...links.map(({ label, href }) => goTo('places', label, href)),
  ];
}

/** The requests of this browser, which come later than the rest. */
export async function requestCommands(): Promise<Command[]> {
  const kept = await listRequests(Date.now()).catch(() => []);
  return kept.map(({ label }) => goTo('mine', messages.request(label === '' ? messages.unnamed : label), addressOf('/requests#inbox')));
}

export const findCommands = (commands: readonly Command[], text: string): Command[] =>
  commands.filter(({ name }) => matchesText(text, name));
