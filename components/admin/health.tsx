import accountStyles from '#components/account/account.module.css';
import { PageHead } from '#components/account/account-frame';
import { adminMessages } from '#components/messages/admin';
import { Fact } from '#components/ui/fact';
import { Section } from '#components/ui/section';
import { pageLanguage } from '#lib/locales/page-language.rules';
import styles from './admin.module.css';

const messages = adminMessages.health;
/** Problems are listed first. */
const ORDER = ['failed', 'warning', 'ok'] as const;
const TONES = { ok: 'success', warning: 'warning', failed: 'danger' };

export interface ShownHealth {
  checks: readonly { name: string; state: 'ok' | 'warning' | 'failed'; message: string }[];
  backlog: Readonly<Record<keyof typeof messages.counts, number>>;
  /** The highest number that the backlog counts up to. */
  maxCounted: number;
  versions: { sealpaste: string; node: string; database: string };
}

export function Health({ health: { checks, backlog, maxCounted, versions } }: { health: ShownHealth }) {
  const sorted = ORDER.flatMap((state) => checks.filter((check) => check.state === state));
  const counts = Object.keys(messages.counts) as (keyof typeof messages.counts)[];
  return (
    <>
      <PageHead title={adminMessages.pages.health}>{messages.text}</PageHead>
      <Section id="checks" title={messages.checks} className={accountStyles.section}>
        <ul className={accountStyles.list}>
          {sorted.map(({ name, state, message }) => (
            <li key={name} className={styles.row}>
              <h3>
                {name}: <span className={TONES[state]}>{messages.states[state]}</span>
              </h3>
              <p className={styles.facts}>{message}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="backlog" title={messages.backlog} className={accountStyles.section}>
        <dl className={`stack ${styles.terms}`}>
          {counts.map((name) => (
            <Fact key={name} name={messages.counts[name]}>
              {backlog[name] < maxCounted ? backlog[name].toLocaleString(pageLanguage()) : messages.more(maxCounted)}
            </Fact>
          ))}
        </dl>
      </Section>
      <Section id="versions" title={messages.versions} className={accountStyles.section}>
        <dl className={`stack ${styles.terms}`}>
          {(['sealpaste', 'node', 'database'] as const).map((name) => (
            <Fact key={name} name={messages[name]}>
              {versions[name]}
            </Fact>
          ))}
        </dl>
      </Section>
    </>
  );
}
