/** Hydrates the pages that are files, without Next's client: it would be a third of the bytes, and they use nothing of it. */
import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ErrorBoundary } from '#components/shell/error-boundary';
import { StaticShell } from '#components/shell/static-shell';
import { StaticTitle } from '#components/shell/static-title';

/** The pages by the names that scripts/static-pages.mjs has for them. */
const PAGES: Readonly<Record<string, () => Promise<ComponentType>>> = {
  view: async () => (await import('#components/paste/link/encrypted-link')).EncryptedLink,
  'missing-paste': async () => (await import('#components/paste/view/missing-paste')).MissingPaste,
  missing: async () => (await import('#components/ui/missing-page')).MissingPage,
  how: async () => (await import('#components/docs/how-it-works')).HowItWorks,
  mine: async () => (await import('#components/mine/mine')).Mine,
  new: async () => (await import('#components/paste/editor/new-page')).NewPage,
  request: async () => (await import('#components/requests/answer/answer-page')).SecretRequestLink,
  'missing-request': async () => (await import('#components/requests/answer/answer-page')).MissingSecretRequest,
  requests: async () => (await import('#components/requests/secret-requests')).AskPage,
};

export async function hydratePage(): Promise<void> {
  // The document's style has what these sheets have. Chunks that want one of them look for its element, and a disabled one isn't loaded.
  for (const href of document.querySelector<HTMLElement>('style[data-sheets]')?.dataset.sheets?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true, href }));
  const Page = await PAGES[document.body.dataset.page ?? '']?.();
  if (!Page) throw new Error('expected a document that names its page');
  hydrateRoot(
    document.body,
    <ErrorBoundary>
      <StaticShell>
        <ErrorBoundary>
          <StaticTitle title={document.title} />
          <Page />
        </ErrorBoundary>
      </StaticShell>
    </ErrorBoundary>,
  );
}
