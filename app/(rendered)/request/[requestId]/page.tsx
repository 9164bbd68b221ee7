import type { Metadata } from 'next';
import { answerMessages } from '#components/messages/answer';
import { MissingSecretRequest, SecretRequestLink } from '#components/requests/answer/answer-page';
import { services } from '#lib/composition/services';
import type { PageProps } from '#lib/http/page-props';
import { nullIfMissing } from '#lib/http/page-status';
import { isPublicId } from '#lib/pastes/paste.rules';
import { missingPage } from '../../missing-page';

export const generateMetadata = (): Metadata => ({ title: answerMessages.title });

/** The page of a request link in development and under plain Next: our server sends a static one. */
export default async function Page({ params }: PageProps<'requestId'>) {
  const { requestId } = await params;
  const found = isPublicId(requestId) ? await (await services()).secretRequests.find(requestId).catch(nullIfMissing) : null;
  return found ? <SecretRequestLink /> : missingPage(<MissingSecretRequest />);
}
