import { answerMessages as messages } from '#components/messages/answer';
import styles from './answer.module.css';

/** Who sees what, and what the asker is said to have asked for. Nothing of the label is trusted but that it is a text. */
export function AnswerIntro({ label }: { label: string }) {
  return (
    <>
      <h1>{messages.title}</h1>
      <p>{messages.promise}</p>
      {label === '' ? (
        <p className={styles.muted}>{messages.unnamed}</p>
      ) : (
        <figure className={styles.asked}>
          <figcaption>{messages.asked}</figcaption>
          <blockquote>
            <bdi>{label}</bdi>
          </blockquote>
          <p>{messages.unverified}</p>
        </figure>
      )}
    </>
  );
}
