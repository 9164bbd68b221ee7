/**
 * The documents of the pages that are files. The build (scripts/build-pages.ts) and the development server render them, in each
 * language; the programs in `entries` hydrate them.
 */
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { HowItWorks } from '#components/docs/how-it-works';
import { answerMessages } from '#components/messages/answer';
import { commonMessages } from '#components/messages/common';
import { editorMessages } from '#components/messages/editor';
import { errorPageMessages } from '#components/messages/error-page';
import { howMessages } from '#components/messages/how';
import { mineMessages } from '#components/messages/mine';
import { previewMessages } from '#components/messages/preview';
import { receiveMessages } from '#components/messages/receive';
import { requestMessages } from '#components/messages/request';
import { sendMessages } from '#components/messages/send';
import { viewMessages } from '#components/messages/view';
import { Mine } from '#components/mine/mine';
import { NewPage } from '#components/paste/editor/new-page';
import { EncryptedLink } from '#components/paste/link/encrypted-link';
import { MissingPaste } from '#components/paste/view/missing-paste';
import { MissingSecretRequest, SecretRequestLink } from '#components/requests/answer/answer-page';
import { ReceivePage } from '#components/requests/code/receive-page';
import { SendPage } from '#components/requests/code/send-page';
import { InboxPage } from '#components/requests/inbox-page';
import { AskPage } from '#components/requests/secret-requests';
import { StaticShell } from '#components/shell/static-shell';
import { THEME_COLOURS } from '#components/shell/theme';
import { MissingPage } from '#components/ui/missing-page';
import { inLanguage } from '#lib/locales/current-language';
import { directionOf } from '#lib/locales/languages.rules';
import { loadLanguages } from '#lib/locales/messages';
import { addressOf } from '#lib/site/address.rules';
import { SITE_ICON_URL } from '#lib/site/site-icon.rules';

export { loadLanguages };

interface StaticPage {
  /** With `*` for the id of a link; for what is shown where nothing is, such an address. */
  address: string;
  Page: ComponentType;
  /** Absent: the name of the host alone, which comes with the data. */
  title?: () => string;
  /** The preview of the link in a chat: the same for each paste. */
  preview?: () => { title: string; description: string };
  /** The page can be installed on a phone. */
  isApp?: true;
  /** People come to the page by a link that somebody sent. */
  isForReaders?: true;
  /** Decrypted ones, which are blobs. */
  hasPictures?: true;
}

/** The id of nothing. */
const NONE = '0'.repeat(24);

/** The pages by the names of their entries. */
export const PAGES: Readonly<Record<string, StaticPage>> = {
  how: { address: '/docs/how', Page: HowItWorks, title: () => howMessages.title },
  inbox: { address: '/inbox/*', Page: InboxPage, title: () => requestMessages.inbox.title },
  mine: { address: '/mine', Page: Mine, title: () => mineMessages.title },
  missing: { address: '/no-such-page', Page: MissingPage, title: () => errorPageMessages.pageNotFoundTitle },
  'missing-paste': {
    address: `/view/${NONE}`,
    Page: MissingPaste,
    title: () => commonMessages.errors.notFoundTitle,
    isForReaders: true,
    // A tab that has claimed a burn paste goes on reading it here.
    hasPictures: true,
  },
  'missing-request': {
    address: `/request/${NONE}`,
    Page: MissingSecretRequest,
    title: () => answerMessages.goneTitle,
    isForReaders: true,
  },
  new: {
    address: '/',
    Page: NewPage,
    preview: () => ({ title: editorMessages.heading, description: commonMessages.tagline }),
    isApp: true,
  },
  receive: { address: '/receive', Page: ReceivePage, title: () => receiveMessages.title },
  request: {
    address: '/request/*',
    Page: SecretRequestLink,
    title: () => answerMessages.title,
    preview: () => ({ title: answerMessages.title, description: answerMessages.preview }),
    isForReaders: true,
  },
  requests: { address: '/requests', Page: AskPage, title: () => requestMessages.title },
  send: { address: '/send', Page: SendPage, title: () => sendMessages.title },
  view: {
    address: '/view/*',
    Page: EncryptedLink,
    title: () => viewMessages.untitledEncrypted,
    preview: () => ({ title: viewMessages.untitledEncrypted, description: previewMessages.encrypted }),
    isForReaders: true,
    hasPictures: true,
  },
};

/**
 * Renders the document of a page.
 * @param language as a BCP 47 tag; `loadLanguages` has loaded it
 * @param elements HTML of what the head has besides: styles and scripts
 */
export function renderDocument(name: string, language: string, elements: string): string {
  const page = PAGES[name];
  if (!page) throw new TypeError(`expected the name of a page, got ${name}`);
  return inLanguage(language, () => {
    const body = renderToString(
      <StaticShell isForReaders={page.isForReaders ?? false}>
        <page.Page />
      </StaticShell>,
    );
    // Ids of `useId` count what is around the page, which only the document has. Our policy forbids event handlers.
    if (/_R_|<[^>]+ on[a-z]+=/i.test(body)) throw new Error(`expected a body of ${name} that React can hydrate`);
    const root = `<html lang="${language}" dir="${directionOf(language)}">`;
    return `<!DOCTYPE html>${root}<head>${renderToStaticMarkup(<Head {...page} />)}${elements}</head><body>${body}</body></html>`;
  });
}

function Head({ title, preview, isApp }: StaticPage): ReactNode {
  const shown = preview?.();
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {THEME_COLOURS.map(({ media, color }) => (
        <meta key={media} name="theme-color" media={media} content={color} />
      ))}
      <title>{title?.() ?? ''}</title>
      <meta name="description" content={shown?.description ?? commonMessages.tagline} />
      {/* Pastes are not for search engines. */}
      <meta name="robots" content="noindex, nofollow" />
      {shown ? (
        <>
          <meta property="og:title" content={shown.title} />
          <meta property="og:description" content={shown.description} />
          <meta property="og:type" content="website" />
        </>
      ) : null}
      <link rel="icon" href={SITE_ICON_URL} type="image/svg+xml" />
      {isApp ? (
        <>
          <link rel="manifest" href={addressOf('/manifest.webmanifest')} />
          <link rel="apple-touch-icon" href={addressOf('/apple-touch-icon.png')} />
        </>
      ) : null}
    </>
  );
}
