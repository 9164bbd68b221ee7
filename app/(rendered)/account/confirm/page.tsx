import { Confirm } from '#components/account/sign-in';
import { accountMessages } from '#components/messages/account';
import { accountPath, parseNotice } from '#lib/api/account-path';
import { services } from '#lib/composition/services';
import { localPath } from '#lib/http/local-path';
import type { PageProps } from '#lib/http/page-props';
import { requireSignedIn } from '../../visitor';
import { titled } from '../signed-in-page';

export const generateMetadata = titled(() => accountMessages.confirm.title);

/** The page where signed-in users prove again who they are. */
export default async function ConfirmPage({ searchParams }: PageProps) {
  const { notice, returnTo } = await searchParams;
  const signedIn = await requireSignedIn();
  const { signInProvider } = await services();
  const identities = (await signInProvider?.identities.listOwn(signedIn)) ?? [];
  return (
    <Confirm
      notice={parseNotice(notice)}
      returnTo={localPath(returnTo) ?? accountPath('settings')}
      providerName={identities.length === 0 ? null : (signInProvider?.name ?? null)}
    />
  );
}
