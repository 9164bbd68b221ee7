'use client';

import { editorMessages } from '#components/messages/editor';
import { usePageData } from '#components/shell/use-page-data';
import { DEFAULT_EXPIRIES } from '#lib/pastes/expiry.rules';
import { addressOf } from '#lib/site/address.rules';
import { Editor } from './editor';
import styles from './new-paste.module.css';

/** The editor on its static page: what the operator offers and who is signed in come with the page's data. */
export function NewPaste() {
  const { data } = usePageData();
  return (
    <>
      {data?.mayCreate === false ? (
        <p className={styles.closed}>
          {editorMessages.closed} <a href={addressOf('/account?returnTo=/')}>{editorMessages.signInFirst}</a>
        </p>
      ) : null}
      <Editor isSignedIn={data !== null && data.userName !== null} expiries={data?.expiries ?? DEFAULT_EXPIRIES} />
    </>
  );
}
