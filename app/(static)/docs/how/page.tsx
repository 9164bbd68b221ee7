import { HowItWorks } from '#components/docs/how-it-works';
import { howMessages } from '#components/messages/how';
import { StaticTitle } from '#components/shell/static-title';

export default function HowItWorksPage() {
  return (
    <>
      <StaticTitle title={howMessages.title} />
      <HowItWorks />
    </>
  );
}
