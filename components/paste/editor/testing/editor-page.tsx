/** Renders the whole page for a new paste with its state; only worker, server and IndexedDB are fakes. */
import { fireEvent, render, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { createdMessages } from '#components/messages/created';
import { editorMessages as messages } from '#components/messages/editor';
import { startUser } from '#components/testing/fake-browser';
import { serveFetch } from '#components/testing/fetch';
import type { OfferedExpiries } from '#lib/pastes/expiry.rules';
import { Editor } from '../editor';
import type { HouseRules } from '../model/editor-draft';
import { installIndexedDb } from './fake-indexed-db';
import { OFFERED } from './offered';
import { installSealWorker } from './seal-worker';
import { installUpload } from './upload';

/** The clock stands still, so that no minute begins within a test. */
export const NOW = new Date('2026-11-21T12:00:30.000Z');

const SITE = { name: '', logo: null, colours: null, notice: null, links: [], languages: [] };

interface OpenOptions {
  expiries?: OfferedExpiries;
  rules?: HouseRules;
  isSignedIn?: boolean;
  network?: string | null;
  mayMail?: boolean;
}

export function openEditor({ expiries = OFFERED, rules = [], isSignedIn = false, network = null, mayMail = false }: OpenOptions = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  installSealWorker();
  installUpload();
  installIndexedDb();
  // A cancel finds that the server had created nothing; no burn paste has a receipt.
  const asked = serveFetch(({ method }) => (method === 'DELETE' ? Response.json({ deleted: false }) : new Response(null, { status: 404 })));
  const user = startUser();
  const userName = isSignedIn ? 'anna' : null;
  const page = render(<Editor data={{ site: SITE, mayCreate: true, userName, expiries, rules, network, mayMail }} />);
  return { user, asked, ...page };
}

export const textField = () => screen.getByLabelText<HTMLTextAreaElement>(messages.content, { selector: 'textarea' });
export const titleField = () => screen.getByLabelText<HTMLInputElement>(messages.title);
export const expiryField = () => screen.getByLabelText<HTMLSelectElement>(messages.expires);
export const languageField = () => screen.getByLabelText<HTMLSelectElement>(messages.language);
export const passwordField = () => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${messages.password}`));
export const burnSwitch = () => screen.getByLabelText<HTMLInputElement>(messages.pasteOptions.burnAfterRead.label);
/** Opens "More", where the switch is. */
export function encryptSwitch(): HTMLInputElement {
  const closed = screen.queryByRole('button', { name: messages.more, expanded: false });
  if (closed) fireEvent.click(closed);
  return screen.getByLabelText(messages.encrypt);
}
export const button = (name: string) => screen.getByRole('button', { name });
export const status = () => screen.getByRole('status');

/** Opens the options that few pastes have. */
export const showMore = (user: UserEvent) => user.click(button(messages.more));

export const optionsGroup = () => screen.getByRole<HTMLFieldSetElement>('group', { name: messages.options });
export const createdLink = () => screen.getByLabelText<HTMLInputElement>(createdMessages.link).value;

/** Pastes a text into the text area. */
export async function write(user: UserEvent, text: string): Promise<void> {
  await user.click(textField());
  await user.paste(text);
}

export async function chooseFile(user: UserEvent, file: File): Promise<void> {
  const field = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!field) throw new Error('expected a file field');
  await user.upload(field, file);
}

/** Drags files over the page, or drops them on it. */
export function drag(type: 'dragEnter' | 'dragLeave' | 'dragOver' | 'drop', target: Element, files: readonly File[] = []): boolean {
  return fireEvent[type](target, { dataTransfer: { types: ['Files'], files } });
}

export const textFile = (name: string, content: BlobPart) => new File([content], name, { type: 'text/plain' });
