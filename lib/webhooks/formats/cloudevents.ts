/** CloudEvents 1.0 in structured JSON (github.com/cloudevents/spec, JSON event format), for programs. */

export const CLOUD_EVENT_TYPE = 'application/cloudevents+json; charset=utf-8';

/** An event as it stands in the body of the format `standard`. */
export interface StandardEvent {
  id: string;
  event: string;
  createdAt: string;
  data: object;
}

/** @param source the address of this service */
export function cloudEventBody({ id, event, createdAt, data }: StandardEvent, source: string) {
  const subject = 'publicId' in data && typeof data.publicId === 'string' ? { subject: data.publicId } : {};
  return {
    specversion: '1.0',
    id,
    source,
    type: `sealpaste.${event}`,
    ...subject,
    time: createdAt,
    datacontenttype: 'application/json',
    data,
  };
}
