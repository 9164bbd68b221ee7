import accountStyles from '#components/account/account.module.css';
import { webhookMessages as messages } from '#components/messages/webhook';
import { CopyCode } from '#components/ui/copy-code';
import { Disclosure } from '#components/ui/disclosure';
import styles from './webhooks.module.css';

export function VerifyHelp({ isOpen = false }: { isOpen?: boolean }) {
  return (
    <Disclosure label={messages.verifyTitle} open={isOpen}>
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
    </Disclosure>
  );
}

/** Programs that tell genuine requests from forged ones. They equal those in docs/webhooks.md, which tests run. */
export const RECIPES = [
  {
    language: 'Node',
    name: 'node',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';

/** @param {Buffer} body raw bytes @param {string} signature X-Service-Signature-256 */
export function isGenuine(body, signature, secret) {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature.replace(/^sha256=/, ''), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}`,
  },
  {
    language: 'Python',
    name: 'python',
    code: `import hashlib
import hmac


def is_genuine(body: bytes, signature: str, secret: str) -> bool:
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, signature.removeprefix("sha256="))`,
  },
  {
    language: 'Shell',
    name: 'openssl',
    code: `expected="sha256=$(openssl dgst -sha256 -hmac "$SECRET" -r body.json | cut -d' ' -f1)"
[ "$expected" = "$SIGNATURE" ] && echo genuine || echo forged`,
  },
] as const;
