import type { Metadata } from 'next';
import { answerMessages } from '#components/messages/answer';
import { SecretRequestLink } from '#components/requests/answer/answer-page';
import { StaticTitle } from '#components/shell/static-title';

/** A chat's preview of the link: it shows nothing that the asker wrote. */
export function generateMetadata(): Metadata {
  const { title, preview: description } = answerMessages;
  return { description, openGraph: { title, description, type: 'website' } };
}

export default function RequestLinkPage() {
  return (
    <>
      <StaticTitle title={answerMessages.title} />
      <SecretRequestLink />
    </>
  );
}
