import accountStyles from '#components/account/account.module.css';
import { copyTexts } from '#components/messages/api-docs';
import { webhookTexts as texts } from '#components/messages/webhooks';
import { CopyCode } from '#components/ui/copy-code';
import { RECIPES } from './webhook.recipes';
import styles from './webhooks.module.css';

/** What a receiver has to do, with programs to copy. */
export function VerifyHelp({ isOpen = false }: { isOpen?: boolean }) {
  return (
    <details className={accountStyles.change} open={isOpen}>
      <summary>{texts.verifyTitle}</summary>
      <div className={accountStyles.teach}>
        <p>{texts.verify}</p>
        {RECIPES.map(({ language, code }) => (
          <div key={language} className={styles.recipe}>
            <h3>{language}</h3>
            <CopyCode code={code} label={texts.copyRecipe(language)} texts={copyTexts} />
          </div>
        ))}
        <p>{texts.verifyMore}</p>
      </div>
    </details>
  );
}
