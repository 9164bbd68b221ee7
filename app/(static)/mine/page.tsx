import { mineMessages } from '#components/messages/mine';
import { Mine } from '#components/mine/mine';
import { StaticTitle } from '#components/shell/static-title';

export default function MinePage() {
  return (
    <>
      <StaticTitle title={mineMessages.title} />
      <Mine />
    </>
  );
}
