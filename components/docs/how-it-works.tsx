import { howMessages as messages } from '#components/messages/how';
import { addressOf } from '#lib/site/address.rules';
import { Section } from '../ui/section';
import styles from './how-it-works.module.css';

/** Explains what the service does with a text, for people who have never seen it. */
export function HowItWorks() {
  return (
    <main id="content" className={`column ${styles.page}`}>
      <h1>{messages.title}</h1>
      <p className={styles.intro}>{messages.intro}</p>
      {Object.entries(messages.parts).map(([id, { title, paragraphs }]) => (
        <Section key={id} id={id} title={title}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Section>
      ))}
      <p>
        <a href={addressOf('/requests')}>{messages.ask}</a>
      </p>
      <p>
        <a href={addressOf('/docs/api')}>{messages.api}</a>
      </p>
      <p>
        <a href={addressOf('/licenses.txt')}>{messages.licenses}</a>
      </p>
    </main>
  );
}
