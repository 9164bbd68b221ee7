import { type Notice, notices } from '#components/messages/notices';

/** The id of the field that a notice is about: the form leads to a page that has the field. */
const FIELDS: Partial<Record<Notice, string>> = {
  'unknown-key': 'api-key',
  'api-only-key': 'api-key',
  'not-confirmed': 'api-key',
  'name-taken': 'user-name',
  'name-invalid': 'user-name',
  'key-invalid': 'key-name',
  'account-name-wrong': 'account-name',
  'key-refused': 'user-name',
  'paste-unknown': 'paste-id',
  'ban-refused': 'network',
  'ban-too-large': 'network',
  'own-address': 'network',
};

/** Whether a field shows the notice, so that the head of the page doesn't. */
export const isAtField = (notice: Notice): boolean => notice in FIELDS;

/** The sentence at a field when the notice is about its value; the field then has the focus. */
export const refusalAt = (id: string, notice: Notice | null): { problem?: string; autoFocus?: boolean } =>
  notice !== null && FIELDS[notice] === id ? { problem: notices[notice], autoFocus: true } : {};
