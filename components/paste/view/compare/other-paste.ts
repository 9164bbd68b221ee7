/**
 * Fetches the text of another paste on this host by its link.
 *
 * Guarantees: no request has the link's key; a burn paste is neither read nor claimed; nothing larger than the limit is
 * compared.
 */
import { useRef, useState } from 'react';
import { type PageResponse, pageClient } from '#components/client/page.client';
import { ApiError, type ApiProblem } from '#lib/client/api-problem';
import { readContent } from '#lib/client/operations.generated';
import { EnvelopeError } from '#lib/envelope/envelope.errors';
import { openPaste } from '#lib/envelope/envelope-open';
import { type Fragment, parseFragment } from '#lib/envelope/fragment';
import { parseLink } from '#lib/envelope/link';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { linkTo } from '#lib/site/address.rules';
import { shareLink } from '../model/view-address';
import type { ViewedFile } from '../model/view-files';
import { wholeText } from '../model/view-text';

/** The limit for each of the two texts, in UTF-8. */
export const COMPARE_MAX_BYTES = 1024 * 1024;

export interface OtherText {
  name: string;
  text: string;
  /** Returns the link to a line, counted from 1; null when the paste's link works only once. */
  lineLink: (line: number) => string | null;
}

export type OtherProblem =
  | 'no-link'
  | 'other-host'
  | 'burns'
  | 'gone'
  | 'key'
  | 'password-needed'
  | 'wrong-password'
  | 'too-large'
  | 'no-text'
  | 'unreachable';

/** @param password the password typed after `password-needed`; empty before */
export async function loadOtherPaste(link: string, password: string): Promise<OtherText | OtherProblem> {
  const given = parseLink(link);
  const address = given?.kind === 'view' || given?.kind === 'raw' ? URL.parse(`${given.address}/`, linkTo('/')) : null;
  if (!given || !address) return 'no-link';
  if (`${address.origin}${address.pathname}` !== linkTo('/')) return 'other-host';
  const { id: publicId } = given;
  const fragment = parseFragment(given.fragment);
  try {
    const { response, text } = await openUnlessBurning(publicId);
    if (Number(response.headers.get('Content-Length')) > COMPARE_MAX_BYTES * 2) return 'too-large';
    const isEnvelope = response.headers.get('Content-Type')?.startsWith('application/jose');
    const stored = await text();
    const opened = isEnvelope ? await open(stored, fragment, password) : { name: '', text: stored };
    if (opened === null) return 'no-text';
    if (new TextEncoder().encode(opened.text).length > COMPARE_MAX_BYTES) return 'too-large';
    const lineLink = (line: number) => shareLink(publicId, { ...fragment, lines: { first: line, last: line } });
    return { ...opened, lineLink };
  } catch (error) {
    if (error instanceof ApiError) return otherProblem(error.problem);
    return error instanceof EnvelopeError ? envelopeProblem(error, password) : 'unreachable';
  }
}

/** Sends a conditional request: the server refuses it where it would burn the paste. */
function openUnlessBurning(publicId: string): Promise<PageResponse> {
  return pageClient.open(readContent, { params: { publicId } }, { headers: { 'If-None-Match': '"unless-burning"' }, redirect: 'error' });
}

/** @returns null when the link names no text in the paste */
async function open(envelope: string, { key, file }: Fragment, password: string): Promise<{ name: string; text: string } | null> {
  const document = await openPaste(envelope, key ?? '', password || undefined);
  const named = file === undefined ? undefined : document.files?.[file - 1];
  if (file === undefined) return { name: document.title, text: document.content };
  return named && 'content' in named ? { name: named.name, text: named.content } : null;
}

function otherProblem({ status }: ApiProblem): OtherProblem {
  if (status === 412) return 'burns';
  return status === 404 || status === 410 ? 'gone' : 'unreachable';
}

function envelopeProblem({ code }: EnvelopeError, password: string): OtherProblem {
  if (code === 'password-needed') return 'password-needed';
  if (code === 'too-large') return 'too-large';
  return password === '' ? 'key' : 'wrong-password';
}

export function useOtherText(paste: ViewedPaste, linkKey: string | null) {
  const [found, setFound] = useState<OtherText | OtherProblem | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [file, setFile] = useState<ViewedFile | null>(null);
  const latest = useRef(0);

  async function take(load: () => Promise<typeof found>): Promise<void> {
    const turn = ++latest.current;
    setLoading(true);
    const loaded = await load();
    // Somebody chose another text meanwhile.
    if (turn !== latest.current) return;
    setLoading(false);
    setFound(loaded);
  }

  async function loadFile({ name, number, text }: ViewedFile): Promise<OtherText | OtherProblem> {
    if (!text || text.bytes > COMPARE_MAX_BYTES) return 'too-large';
    const lineLink = (line: number) =>
      paste.burnAfterRead ? null : shareLink(paste.publicId, { key: linkKey, file: number, lines: { first: line, last: line } });
    return { name, text: wholeText(text), lineLink };
  }

  return {
    other: typeof found === 'string' ? null : found,
    problem: typeof found === 'string' ? found : null,
    /** The file that is compared; null for another paste, or none. */
    file,
    isLoading,
    takeLink: (link: string, password: string) => void take(() => loadOtherPaste(link, password)),
    /** @param chosen null: nothing, until a link comes */
    takeFile(chosen: ViewedFile | null): void {
      setFile(chosen);
      void take(async () => chosen && loadFile(chosen));
    },
  };
}
