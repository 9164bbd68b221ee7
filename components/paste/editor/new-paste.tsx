'use client';

import { usePageData } from '#components/shell/use-page-data';
import { DEFAULT_EXPIRIES } from '#lib/pastes/expiry.rules';
import { Editor } from './editor';

/** The editor on its static page: what the operator offers and who is signed in come with the page's data. */
export function NewPaste() {
  const { data } = usePageData();
  return <Editor isSignedIn={data !== null && data.userName !== null} expiries={data?.expiries ?? DEFAULT_EXPIRIES} />;
}
