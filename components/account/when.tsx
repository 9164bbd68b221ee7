import { Moment } from '#components/ui/moment';

/** Shows a time relative to the moment of rendering. @param time ISO 8601 */
export function When({ time }: { time: string }) {
  return <Moment atMs={Date.parse(time)} nowMs={Date.now()} />;
}

interface DatedProps {
  label: string;
  time: string | null;
  /** The text when there is no time. */
  never?: string;
}

export function Dated({ label, time, never }: DatedProps) {
  if (time === null) return <span>{never}</span>;
  return (
    <span>
      {label} <When time={time} />
    </span>
  );
}
