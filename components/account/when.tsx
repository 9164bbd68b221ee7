import { Moment } from '#components/ui/moment';

/** A time as it is when the page is drawn. @param time ISO 8601 */
export function When({ time }: { time: string }) {
  return <Moment atMs={Date.parse(time)} nowMs={Date.now()} />;
}

interface DatedProps {
  label: string;
  time: string | null;
  /** What is said when there is no time. */
  never?: string;
}

/** A fact of a row that has a time. */
export function Dated({ label, time, never }: DatedProps) {
  if (time === null) return <span>{never}</span>;
  return (
    <span>
      {label} <When time={time} />
    </span>
  );
}
