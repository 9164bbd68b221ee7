/**
 * Fields that are encoded for an address (`application/x-www-form-urlencoded`), as `curl -d`, pastebinit and most libraries
 * send a form. curl gives the same type to every body of `-d` and `--data-binary`, so that most bodies of it are a text.
 *
 * Guarantees: a text that has a line break stays a text, and so does everything but fields of known names. An option that
 * is sent beside a text has an effect, or the upload is refused.
 */
import { contentFieldNames, type GivenOptions, isOptionName, isUploadFieldName } from './upload-options';

export const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
/** The longest body that is looked at as a whole. */
export const MAX_ENCODED_BYTES = 1024 * 1024;

export type EncodedForm =
  | { kind: 'text' }
  | { kind: 'form'; content: Buffer; options: GivenOptions }
  /** Neither a text nor a form for sure. `field` names what is not known. */
  | { kind: 'unclear'; field: string };

/** Whether a body that begins so may still be a form. @param beginning its bytes as Latin-1 */
export const mayBeForm = (beginning: string): boolean => !/\p{Cc}/u.test(beginning.replace(/[\u0080-\u009f]/g, ''));

/** Whether a body begins with the text of a form. @param beginning its bytes as Latin-1 */
export const beginsAsForm = (beginning: string): boolean => contentFieldNames.has(decoded(beginning.split('=', 1)[0] ?? '').toString());

/** @param body its bytes as Latin-1 */
export function readEncodedForm(body: string): EncodedForm {
  if (!mayBeForm(body)) return { kind: 'text' };
  const fields = body.split('&').map((part) => {
    const equals = part.indexOf('=');
    return equals < 0 ? { name: null, value: part } : { name: decoded(part.slice(0, equals)).toString(), value: part.slice(equals + 1) };
  });
  const unknown = fields.find(({ name }) => name === null || !isUploadFieldName(name));
  const contents = fields.filter(({ name }) => name !== null && contentFieldNames.has(name));
  const [first, ...rest] = fields;
  if (contents.length > 0 && !unknown) {
    const [{ name, value }] = contents as [{ name: string; value: string }];
    if (contents.length > 1) return { kind: 'unclear', field: name };
    const options = fields.flatMap((field) =>
      field.name === null || field.name === name ? [] : [[field.name, decoded(field.value).toString()] as const],
    );
    return { kind: 'form', content: decoded(value), options };
  }
  if (unknown && first?.name && contentFieldNames.has(first.name)) return { kind: 'unclear', field: unknown.name ?? '' };
  // `curl -d TEXT -d burn=1`
  const isOption = ({ name }: { name: string | null }) => name !== null && isOptionName(name);
  if (first?.name === null && rest.length > 0 && rest.every(isOption)) return { kind: 'unclear', field: rest[0]?.name ?? '' };
  return { kind: 'text' };
}

/** Decodes as forms do; what isn't encoded rightly stays. */
function decoded(text: string): Buffer {
  const bytes = text.replaceAll('+', ' ').replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
