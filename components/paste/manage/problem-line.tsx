import styles from './manage.module.css';
import type { ManageProblem } from './manage.state';
import { problemSentence } from './problem-sentence';

export function ProblemLine({ problem }: { problem: ManageProblem | null }) {
  if (problem === null) return null;
  return (
    <p role="alert" className={styles.problem}>
      {problemSentence(problem)}
    </p>
  );
}
