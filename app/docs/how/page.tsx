import type { Metadata } from 'next';
import { HowItWorks } from '#components/how/how-it-works';
import { howMessages } from '#components/messages/how';

export const metadata: Metadata = { title: howMessages.title };

export default function HowItWorksPage() {
  return <HowItWorks />;
}
