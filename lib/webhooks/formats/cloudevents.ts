/** CloudEvents 1.0 in structured JSON (github.com/cloudevents/spec, JSON event format), for programs. */

export const CLOUD_EVENT_TYPE = 'application/cloudevents+json; charset=utf-8';

/** An event as the format `standard` has it. */
interface StandardEvent {
  id: string;
  event: string;
  createdAt: string;
  data: object;
}

/** @param source the address of this service */
export const cloudEventOf = ({ id, event, createdAt, data }: StandardEvent, source: string) => ({
  specversion: '1.0',
  id,
  source,
  type: `sealpaste.${event}`,
  ...('publicId' in data && { subject: data.publicId }),
  time: createdAt,
  datacontenttype: 'application/json',
  data,
});
