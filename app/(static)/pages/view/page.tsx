import type { Metadata } from 'next';
import { previewMessages } from '#components/messages/preview';
import { viewMessages } from '#components/messages/view';
import { EncryptedLink } from '#components/paste/link/encrypted-link';
import '#components/paste/view/text/colour.css';
import { StaticTitle } from '#components/shell/static-title';

/** A chat's preview of the link: the same for every encrypted link. */
export function generateMetadata(): Metadata {
  const { encrypted: description } = previewMessages;
  return { description, openGraph: { title: viewMessages.untitledEncrypted, description, type: 'website' } };
}

export default function ViewPage() {
  return (
    <>
      <StaticTitle title={viewMessages.untitledEncrypted} />
      <EncryptedLink />
    </>
  );
}
