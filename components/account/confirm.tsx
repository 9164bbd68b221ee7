import { accountMessages } from '#components/messages/account';
import type { Notice } from '#components/messages/notices';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { AccountNotice, LoneLink } from './account-frame';
import { ProviderOrKey } from './sign-in-forms';

const messages = accountMessages.confirm;

interface ConfirmProps {
  notice: Notice | null;
  /** A path of this host: the page whose form is then sent again. */
  returnTo: `/${string}`;
  /** The sign-in provider at which the user has a linked account; null: none. */
  providerName: string | null;
}

/** Asks a signed-in user for the key or the provider again, before actions for which a copied cookie must not be enough. */
export function Confirm({ notice, returnTo, providerName }: ConfirmProps) {
  return (
    <main id="content" className={styles.narrow}>
      <h1>{messages.title}</h1>
      <p className={styles.muted}>{messages.text}</p>
      <AccountNotice notice={notice} />
      <ProviderOrKey
        provider={providerName === null ? null : { action: 'confirm-at-provider', label: messages.atProvider(providerName) }}
        action="confirm"
        messages={messages}
        notice={notice}
      >
        <input type="hidden" name="returnTo" value={returnTo} />
      </ProviderOrKey>
      <LoneLink href={addressOf(returnTo)}>{messages.back}</LoneLink>
    </main>
  );
}
