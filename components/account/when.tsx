import { Moment } from '#components/ui/moment';

/** A time as it is when the page is drawn. @param time ISO 8601 */
export function When({ time }: { time: string }) {
  return <Moment atMs={Date.parse(time)} nowMs={Date.now()} />;
}
