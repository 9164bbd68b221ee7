/**
 * Opens a paste: decides where the text comes from and what the page must ask before. Holds the page's one state;
 * everything that touches the browser is a dependency.
 *
 * Guarantees: a burn paste, or one with a number of reads, is fetched only after `confirm`, and never when the link can't
 * decrypt it. A burn paste is claimed first, and acknowledged when all of its text and files have arrived; a page that is
 * left keeps no text of it.
 */
import { apiKey } from '#components/client/api-key';
import { createScreenState } from '#components/ui/screen-state';
import type { DocumentText } from '#lib/envelope/envelope-document';
import { isKey } from '#lib/envelope/envelope-key';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { OPEN_IN_PAGE_MAX_CHARACTERS } from '../model/view-limits';
import { asksFirst, initialState, nextState, ready, type ViewEvent } from '../model/view-state';
import { inSlices } from '../model/view-text';
import type { BurnSession } from './burn-session';
import type { Reader } from './reader';

export interface ReaderHost {
  read: Reader;
  close(): void;
}

export interface ViewerDependencies {
  /** @param isSmall whether it may run in the page's own thread */
  openReader(send: (event: ViewEvent) => void, isSmall: boolean): ReaderHost;
  /** Loads the code that shows files, before the state has them. */
  loadFiles(): Promise<unknown>;
  /** Loads the session that reads a burn paste. @param tell gets each change while the sender hasn't decided about the claim */
  openBurn(paste: ViewedPaste, tell: (event: ViewEvent) => void): Promise<BurnSession>;
  /** Removes the key of a burned paste from the tab. @param end to be called when the page is left */
  leaveNothing(end: () => void): void;
  isSecureContext: boolean;
}

/** @param opened the text that was decrypted with the link's key before the viewer was created; null: none */
export function createViewer(
  paste: ViewedPaste,
  { openReader, loadFiles, openBurn, leaveNothing, isSecureContext }: ViewerDependencies,
  opened: DocumentText | null = null,
) {
  const first = opened === null ? initialState(paste) : ready(opened, inSlices(opened.content), true, 0);
  const { getState, subscribe, setState } = createScreenState(first);
  let host: ReaderHost | null = null;
  let key: string | null = null;
  let burn: BurnSession | null = null;
  let tried: string | undefined;
  /** The paste, with the title that came with the claim. */
  let known = paste;

  function change(event: ViewEvent): void {
    if (event.kind === 'counted') {
      known = counted(known, event.readsLeft);
      return;
    }
    setState(nextState(getState(), event, known));
    if (burn && (/^(files|whole)$/.test(event.kind) || (event.kind === 'text' && event.isLast))) {
      burn.finish();
      leaveNothing(end);
    }
  }

  /** Removes the text of a burn paste; Back then shows that the paste was opened here. */
  function end(): void {
    close();
    key = null;
    tried = undefined;
    change({ kind: 'failed', problem: 'opened-here' });
  }

  function close(): void {
    host?.close();
    host = null;
    burn?.leave();
  }

  /** Shows files, and so acknowledges a burn paste, only after the code that shows files has loaded. */
  function receive(event: ViewEvent): void {
    if (event.kind !== 'files') change(event);
    else {
      const from = host;
      const unlessClosed = (then: ViewEvent) => () => void (host === from && change(then));
      loadFiles().then(unlessClosed(event), unlessClosed({ kind: 'failed', problem: 'offline' }));
    }
  }

  function startReader(characters: number): ReaderHost {
    host?.close();
    return (host = openReader(receive, characters <= OPEN_IN_PAGE_MAX_CHARACTERS));
  }

  function read(): void {
    const { content, burnAfterRead, isOwn } = paste;
    if (content !== null) open(content);
    else if (burnAfterRead) void readBurn();
    else fetchStored({ isOwn });
  }

  function fetchStored(more: { isOwn: boolean } | { claim: string; password: string | undefined }): void {
    const { publicId, isE2ee, isEnvelope, contentBytes } = paste;
    change({ kind: 'started', step: 'fetching' });
    startReader(contentBytes).read({ kind: 'fetch', publicId, apiKey: apiKey(), isE2ee, isEnvelope, key: key ?? '', ...more });
  }

  async function readBurn(password?: string): Promise<void> {
    if (password === undefined) change({ kind: 'started', step: 'fetching' });
    try {
      burn ??= await openBurn(paste, change);
    } catch {
      change({ kind: 'failed', problem: 'offline' });
      return;
    }
    const outcome = await burn.claim(paste.isEnvelope ? key : null, password);
    if (outcome.kind !== 'claimed') {
      change(outcome);
      return;
    }
    known = { ...paste, title: outcome.title };
    fetchStored({ claim: outcome.claim, password });
  }

  function open(envelope: string): void {
    change({ kind: 'started', step: 'decrypting' });
    startReader(envelope.length).read({ kind: 'open', envelope, isEnvelope: paste.isEnvelope, key: key ?? '' });
  }

  /** Finds the problem of the link itself, before any request. */
  function linkProblem(): 'key-missing' | 'key-malformed' | 'insecure' | null {
    if (!paste.isE2ee || !paste.isEnvelope) return null;
    if (key === null) return 'key-missing';
    if (!isKey(key)) return 'key-malformed';
    return isSecureContext ? null : 'insecure';
  }

  return {
    subscribe,
    getState,

    /** The paste, with what is known of it since a read was counted. */
    getPaste: (): ViewedPaste => known,

    /** @param keyInLink null when the link has none; may be called again with another key after a wrong one */
    start(keyInLink: string | null): void {
      key = keyInLink;
      const problem = linkProblem();
      const state = getState();
      const kept = state.kind === 'failed' ? state.ciphertext : undefined;
      if (problem) change({ kind: 'failed', problem, ...(kept === undefined ? {} : { ciphertext: kept }) });
      else if (kept !== undefined) open(kept);
      else if (asksFirst(paste)) setState(initialState(paste));
      else if (state.kind !== 'ready') read();
    },

    /** Reads after a confirmation, or tries again after a temporary failure. */
    read,

    /** The password tried last, which is the right one once the paste is open. */
    getPassword: () => tried,

    tryPassword(password: string): void {
      tried = password;
      change({ kind: 'password', attempt: 'checking' });
      if (host) host.read({ kind: 'password', password });
      else void readBurn(password);
    },

    /** Asks the sender again, with the password that was right before. */
    askAgain(): void {
      change({ kind: 'started', step: 'fetching' });
      void readBurn(tried);
    },

    close,
  };
}

/** The paste after a read by this page, which is the last one so far. */
const counted = (paste: ViewedPaste, readsLeft: number): ViewedPaste =>
  paste.maxReads === null ? paste : { ...paste, readsLeft, viewCount: paste.maxReads - readsLeft, lastReadAt: null };
