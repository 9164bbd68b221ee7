import type { Metadata } from 'next';
import { answerMessages } from '#components/messages/answer';
import { AnswerPage } from '#components/requests/answer/answer-page';
import type { PageProps } from '#lib/http/page-props';
import { loadSite } from '../../load-site';
import { missingPage } from '../../missing-page';
import { loadRequest } from './load-request';
import RequestNotFound from './not-found';

/** A chat's preview of the link: it shows nothing that the asker wrote. */
export async function generateMetadata({ params }: PageProps<'requestId'>): Promise<Metadata> {
  const request = await loadRequest((await params).requestId);
  if (!request) return { title: answerMessages.goneTitle };
  const { title, preview } = answerMessages;
  return { title, description: preview, openGraph: { title, description: preview, siteName: (await loadSite()).name, type: 'website' } };
}

/** The page of a request link. The browser compares the fragment with the public key. */
export default async function Page({ params }: PageProps<'requestId'>) {
  const request = await loadRequest((await params).requestId);
  if (!request) return missingPage(<RequestNotFound />);
  return <AnswerPage request={request} />;
}
