import type { Metadata } from 'next';
import type { ComponentProps, ReactNode } from 'react';
import { AccountFrame } from '#components/account/account-frame';
import type { SignedIn } from '#lib/accounts/principal';
import { parseNotice } from '#lib/api/account-path';
import { titleWith } from '#lib/api/notice.rules';
import type { PageProps } from '#lib/http/page-props';
import { loadFrame, requireSignedIn } from '../visitor';

/** The metadata of a page to which forms lead: its title says when something was refused. */
export const titled =
  (title: () => string) =>
  async ({ searchParams }: Pick<PageProps, 'searchParams'>): Promise<Metadata> => ({
    title: titleWith(parseNotice((await searchParams).notice), title()),
  });

/** A page for signed-in users, in the frame of the account. Other visitors are redirected to the page where they can sign in. */
export function signedInPage(page: ComponentProps<typeof AccountFrame>['page'], render: (signedIn: SignedIn) => Promise<ReactNode>) {
  return async ({ searchParams }: PageProps): Promise<ReactNode> => {
    const notice = parseNotice((await searchParams).notice);
    const signedIn = await requireSignedIn();
    return (
      <AccountFrame {...(await loadFrame(signedIn))} page={page} notice={notice}>
        {await render(signedIn)}
      </AccountFrame>
    );
  };
}
