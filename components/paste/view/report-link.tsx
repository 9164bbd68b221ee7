import { viewMessages } from '#components/messages/view';
import shellStyles from '#components/shell/shell.module.css';
import { addressOf } from '#lib/site/address.rules';

/** The link by which a reader tells the operator of a paste, in the space above the footer. */
export function ReportLink({ publicId }: { publicId: string }) {
  return (
    <aside className={`not-printed ${shellStyles.report}`}>
      <a href={addressOf(`/report/${publicId}`)} rel="nofollow">
        {viewMessages.report}
      </a>
    </aside>
  );
}
