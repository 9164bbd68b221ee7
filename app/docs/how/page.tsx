import type { Metadata } from 'next';
import { HowItWorks } from '#components/how/how-it-works';
import { howTexts } from '#components/messages/how';

export const metadata: Metadata = { title: howTexts.title };

export default function HowItWorksPage() {
  return <HowItWorks />;
}
