import type { Metadata } from 'next';
import { answerMessages } from '#components/messages/answer';
import { SecretRequestLink } from '#components/requests/answer/answer-page';
import { StaticTitle } from '#components/shell/static-title';

const { title, preview: description } = answerMessages;

/** A chat's preview of the link: it shows nothing that the asker wrote. */
export const metadata: Metadata = { description, openGraph: { title, description, type: 'website' } };

export default function RequestLinkPage() {
  return (
    <>
      <StaticTitle title={title} />
      <SecretRequestLink />
    </>
  );
}
