import accountStyles from '#components/account/account.module.css';
import { webhookMessages as messages } from '#components/messages/webhooks';
import { CopyCode } from '#components/ui/copy-code';
import { RECIPES } from './webhook-recipes';
import styles from './webhooks.module.css';

/** Explains how a receiver verifies requests, with programs to copy. */
export function VerifyHelp({ isOpen = false }: { isOpen?: boolean }) {
  return (
    <details className={accountStyles.change} open={isOpen}>
      <summary>{messages.verifyTitle}</summary>
      <div className={accountStyles.teach}>
        <p>{messages.verify}</p>
        {RECIPES.map(({ language, code }) => (
          <div key={language} className={styles.recipe}>
            <h3>{language}</h3>
            <CopyCode code={code} label={messages.copyRecipe(language)} />
          </div>
        ))}
        <p>{messages.verifyMore}</p>
      </div>
    </details>
  );
}
