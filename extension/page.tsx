/** The extension's pages about a server: a link's, and the editor. */
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { answerMessages } from '#components/messages/answer';
import { extensionMessages as messages } from '#components/messages/extension';
import { receiveMessages } from '#components/messages/receive';
import { sendMessages } from '#components/messages/send';
import { viewMessages } from '#components/messages/view';
import { NewPaste } from '#components/paste/editor/editor';
import editorStyles from '#components/paste/editor/new-paste.module.css';
import { EncryptedLink } from '#components/paste/link/encrypted-link';
import { ViewPage } from '#components/paste/view/view-page';
import '#components/paste/view/text/colour.css';
import { SecretRequestLink } from '#components/requests/answer/answer-page';
import { ReceivePage } from '#components/requests/code/receive-page';
import { SendPage } from '#components/requests/code/send-page';
import { ErrorBoundary } from '#components/shell/error-boundary';
import { StaticTitle } from '#components/shell/static-shell';
import { usePageData } from '#components/shell/use-page-data';
import { LinkButton } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { parseFragment } from '#lib/envelope/fragment';
import { isViewedPaste, type ViewData } from '#lib/pastes/reading/viewed-paste.rules';
import { Frame } from './frame';

const show = (page: ReactNode) => createRoot(document.body).render(<ErrorBoundary>{page}</ErrorBoundary>);

export function showPage({ instance, path }: { instance: string; path: string }): void {
  const { title, page } = pageAt(path);
  show(
    <Frame instance={instance}>
      <ErrorBoundary>
        <StaticTitle title={title} />
        {page}
      </ErrorBoundary>
    </Frame>,
  );
}

function pageAt(path: string): { title: string; page: ReactNode } {
  if (path.startsWith('/view/')) return { title: viewMessages.untitledEncrypted, page: <PasteLink /> };
  if (path.startsWith('/request/')) return { title: answerMessages.title, page: <SecretRequestLink /> };
  if (path === '/receive') return { title: receiveMessages.title, page: <ReceivePage /> };
  if (path === '/send') return { title: sendMessages.title, page: <SendPage /> };
  const editor = (
    <main id="content" className={editorStyles.page}>
      <NewPaste />
    </main>
  );
  return { title: messages.name, page: editor };
}

/** A link with a key opens nothing but an encrypted paste; one without may be of a paste that the server encrypts. */
function PasteLink() {
  const { data } = usePageData();
  const { paste } = (data ?? {}) as Partial<ViewData>;
  const isPlain = paste?.isE2ee === false && parseFragment(location.hash).key === null && isViewedPaste(paste);
  return isPlain ? <ViewPage paste={paste} /> : <EncryptedLink />;
}

/** Says that the extension opens no links of the server in the address. */
export function showStranger(): void {
  show(
    <Frame instance={null}>
      <title>{messages.name}</title>
      <Notice
        title={messages.strangerTitle}
        actions={
          <LinkButton variant="primary" href="/settings.html">
            {messages.settings}
          </LinkButton>
        }
      >
        <p>{messages.stranger}</p>
      </Notice>
    </Frame>,
  );
}
