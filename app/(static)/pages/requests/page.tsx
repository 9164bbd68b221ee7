import { requestMessages } from '#components/messages/request';
import { AskPage } from '#components/requests/secret-requests';
import { StaticTitle } from '#components/shell/static-title';

/** The page for asking for secrets, for visitors who aren't signed in; the others' lists are rendered for them. */
export default function RequestsPage() {
  return (
    <>
      <StaticTitle title={requestMessages.title} />
      <AskPage />
    </>
  );
}
